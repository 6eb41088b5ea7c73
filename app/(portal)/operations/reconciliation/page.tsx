import type { Metadata } from 'next';
import Link from 'next/link';
import { ReconciliationRun } from '#components/operations/reconciliation-run.tsx';
import { RefreshWhile } from '#components/policy/refresh-while.tsx';
import { DeedForm } from '#components/ui/deed-form.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageSection } from '#components/ui/page-section.tsx';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { may } from '#lib/auth/permissions.ts';
import { listReconciliations } from '#lib/repair/list-reconciliations.ts';
import { runReconciliation } from './actions.ts';

export const metadata: Metadata = { title: 'Reconciliation' };

const deeds = [
  {
    mode: 'dry',
    label: 'Try it out',
    kind: 'primary',
    words: 'A dry run looks at everything, says what it would do, and changes nothing.',
  },
  {
    mode: 'run',
    label: 'Run now',
    kind: 'secondary',
    words: 'Mends what can be mended. Masters that any photo names are never deleted.',
  },
  {
    mode: 'all',
    label: 'Run and read every byte',
    kind: 'quiet',
    words: 'The same, with the hash of every master and file instead of a sample: hours in a large store.',
  },
] as const;

export default async function Reconciliation() {
  const { services, caller } = await pageCaller('repair.read');
  const runs = await listReconciliations(services, caller);
  const isUnderWay = runs.some(({ finished_at }) => finished_at === null);
  const shown = { now: new Date(), timeZone: services.env.PORTAL_TIME_ZONE };
  return (
    <>
      <PageHeader
        lead="Holds what the database knows against what lies in the store, once a day and whenever somebody asks."
        over={
          may(caller.actor, 'operations.read') && (
            <Link className="underline underline-offset-2" href="/operations">
              Operations
            </Link>
          )
        }
        title="Reconciliation"
      />
      {may(caller.actor, 'repair.act') && (
        <PageSection
          lead="A worker does it, a page at a time, and goes on where it was if it is stopped."
          title="Run"
        >
          <div className="grid gap-3 sm:grid-cols-3">
            {deeds.map(({ mode, label, kind, words }) => (
              <DeedForm
                action={runReconciliation}
                busyLabel="Starting…"
                done="Started."
                key={mode}
                kind={kind}
                label={label}
                values={{ mode }}
              >
                {words}
              </DeedForm>
            ))}
          </div>
        </PageSection>
      )}
      <PageSection lead="The newest first. Open a line to see which." title="Last runs">
        {runs.length === 0 && (
          <p className="text-small text-ink-soft">There was none yet: a worker begins one once a day.</p>
        )}
        {runs.map((run) => (
          <ReconciliationRun key={run.id} run={run} {...shown} />
        ))}
      </PageSection>
      <RefreshWhile isUnderWay={isUnderWay} />
    </>
  );
}
