import type { Metadata } from 'next';
import Link from 'next/link';
import { AudienceQueueRow } from '#components/operations/audience-queue-row.tsx';
import { FiguresRow } from '#components/operations/figures-row.tsx';
import { LastReconciliation } from '#components/operations/last-reconciliation.tsx';
import { WorkerList } from '#components/operations/worker-list.tsx';
import { RefreshWhile } from '#components/policy/refresh-while.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { StatusDot } from '#components/ui/status-dot.tsx';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { may } from '#lib/auth/permissions.ts';
import { formatCount, formatDuration } from '#lib/format.ts';
import { operationsOverview } from '#lib/observe/operations-overview.ts';
import { getLastReconciliation } from '#lib/repair/get-last-reconciliation.ts';
import { DeadLetters } from './dead-letters.tsx';
import { chosenFields, letterFields, readSpan, spans } from './operations-search.ts';

export const metadata: Metadata = { title: 'Operations' };

type Search = Record<string, string | string[] | undefined>;

export default async function Operations({ searchParams }: { searchParams: Promise<Search> }) {
  const { services, caller } = await pageCaller('operations.read');
  const search = await searchParams;
  const span = readSpan(search.span);
  const fields = letterFields.parse(search);
  const spanSeconds = spans[span].seconds;
  const overview = await operationsOverview(services, caller, { spanSeconds });
  const letters = overview.dead.reduce((sum, group) => sum + group.letters, 0);
  const alive = overview.liveWorkers;
  const { tone, sentence } = overview.state;
  return (
    <>
      <PageHeader
        actions={
          may(caller.actor, 'audit.read') && <LinkButton href="/operations/audit">Audit log</LinkButton>
        }
        lead={
          <StatusDot className="text-lead! whitespace-normal!" tone={tone}>
            {sentence}
          </StatusDot>
        }
        title="Operations"
      />
      <FiguresRow
        figures={[
          {
            name: 'Oldest job waits',
            value: overview.ready > 0 ? formatDuration(overview.oldestSeconds) : '—',
            tone: overview.oldestSeconds > 120 ? 'warn' : undefined,
          },
          { name: 'Waiting', value: formatCount(overview.ready) },
          { name: 'Running', value: formatCount(overview.leased) },
          { name: `Done, ${spans[span].title.toLowerCase()}`, value: formatCount(Math.round(overview.done)) },
          { name: 'Dead letters', value: formatCount(letters), tone: letters > 0 ? 'fail' : undefined },
          { name: 'Workers alive', value: formatCount(alive), tone: alive === 0 ? 'fail' : undefined },
        ]}
      />
      <section aria-labelledby="queues" className="pt-6">
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1 pb-1.5">
          <h2 className="voice-wide text-heading" id="queues">
            Queues by audience
          </h2>
          <nav aria-label="Span of the plots" className="flex gap-2 text-small">
            {Object.entries(spans).map(([name, { title }]) => (
              <Link
                aria-current={name === span ? 'true' : undefined}
                className="py-0.5 text-ink-soft hover:text-ink aria-[current]:font-medium aria-[current]:text-ink aria-[current]:shadow-[inset_0_-2px_0_var(--color-accent)] pointer-coarse:py-1.5"
                href={`/operations?${new URLSearchParams({ ...chosenFields(fields), span: name })}`}
                key={name}
                scroll={false}
              >
                {title}
              </Link>
            ))}
          </nav>
        </div>
        <ul>
          {overview.audiences.map((queue) => (
            <AudienceQueueRow key={queue.slug} queue={queue} spanMinutes={spanSeconds / 60} />
          ))}
        </ul>
      </section>
      <DeadLetters
        all={letters}
        audiences={overview.audiences}
        caller={caller}
        fields={fields}
        services={services}
        span={span}
      />
      <section aria-labelledby="workers" className="pt-6">
        <h2 className="voice-wide pb-1 text-heading" id="workers">
          Workers
        </h2>
        <WorkerList now={new Date()} timeZone={services.env.PORTAL_TIME_ZONE} workers={overview.workers} />
        {services.env.EVENTS === 'kafka' && (
          <p className="voice-label py-1">
            Bridges have no database and sign nothing here: their own log and the queue’s age tell of them.
          </p>
        )}
      </section>
      <section aria-labelledby="reconciliation" className="pt-6">
        <h2 className="voice-wide pb-1 text-heading" id="reconciliation">
          Last reconciliation
        </h2>
        <p className="pb-1 text-small">
          <Link
            className="underline underline-offset-2 pointer-coarse:inline-flex pointer-coarse:min-h-[44px] pointer-coarse:items-center"
            href="/operations/reconciliation"
          >
            All runs, dry runs, and what is left to a person
          </Link>
        </p>
        <LastReconciliation
          last={await getLastReconciliation(services, caller)}
          now={new Date()}
          timeZone={services.env.PORTAL_TIME_ZONE}
        />
      </section>
      <RefreshWhile isUnderWay seconds={5} />
    </>
  );
}
