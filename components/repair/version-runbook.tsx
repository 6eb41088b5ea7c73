import Link from 'next/link';
import { MarkWarning } from '#components/policy/mark-warning.tsx';
import { PolicyState } from '#components/policy/policy-state.tsx';
import { RefreshWhile } from '#components/policy/refresh-while.tsx';
import { ArrowLeftIcon } from '#components/ui/icons.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { PageSection } from '#components/ui/page-section.tsx';
import { StatusDot } from '#components/ui/status-dot.tsx';
import type { FormAction } from '#components/ui/use-form-action.ts';
import { formatPlural } from '#lib/format.ts';
import { diffPolicies } from '#lib/policy/diff-policies.ts';
import type { AudienceSummary } from '#lib/policy/list-audiences.ts';
import type { PolicyVersion } from '#lib/policy/list-policy-versions.ts';
import type { VersionRepair } from '#lib/repair/get-version-repair.ts';
import { InspectionPanel } from './inspection-panel.tsx';

export interface RepairActions {
  inspect: FormAction<unknown>;
  requeue: FormAction<unknown>;
}

export interface VersionRunbookProps {
  audience: AudienceSummary;
  version: PolicyVersion;
  /** The version whose files the audience is given; undefined where that is none. */
  read: PolicyVersion | undefined;
  repair: VersionRepair;
  clock: { now: Date; timeZone: string };
  /** Absent for those who may look only. */
  actions: RepairActions | undefined;
}

/** A rollback or a suspension in its order: where reads go, what still runs, what differs, and what is wrong. */
export function VersionRunbook(props: VersionRunbookProps) {
  const { audience, version, read, repair } = props;
  const isInspecting = repair.inspection?.finished_at === null;
  const isRemaking = repair.remakes.some(({ outcome }) => outcome === null);
  return (
    <>
      <PageHeader
        lead={<PolicyState state={version.state} />}
        over={
          <Link
            className="inline-flex items-center gap-0.5 hover:text-ink"
            href={`/policies/${audience.slug}`}
          >
            <ArrowLeftIcon />
            {audience.name}
          </Link>
        }
        title={`Version ${version.version}`}
      />
      <PageSection
        lead="Decided by activations and suspensions, read anew at every download."
        title="Where reads go"
      >
        <p className="text-body">{readsWords(props)}</p>
        {read && read !== version && <Differences from={version} to={read} />}
      </PageSection>
      <PageSection lead={drainLead(version)} title="What still runs">
        <div aria-live="polite" className="figures">
          <DrainState {...repair} state={version.state} />
        </div>
      </PageSection>
      <InspectionPanel {...props} />
      <RefreshWhile isUnderWay={isInspecting || isRemaking || repair.waiting + repair.leased > 0} />
    </>
  );
}

function readsWords({ audience, version, read }: VersionRunbookProps): string {
  if (!read)
    return audience.state === 'none'
      ? `No version is active: ${audience.name} are given nothing yet.`
      : `Nothing stands in: every download by ${audience.name} is answered with policy_suspended until a version is activated.`;
  if (read === version) return `${audience.name} are given the files of this version.`;
  const standing =
    audience.state === 'suspended' ? 'which stands in for the suspended one' : 'which is active';
  return `${audience.name} are given the files of version ${read.version}, ${standing}.`;
}

function Differences({ from, to }: { from: PolicyVersion; to: PolicyVersion }) {
  const changes = diffPolicies(from.contracts, to.contracts);
  return (
    <div className="mt-2 flex flex-col gap-2">
      <MarkWarning from={from} to={to} />
      <div className="text-small">
        <p className="voice-label">What version {to.version} gives otherwise</p>
        <ul className="figures [overflow-wrap:anywhere]">
          {changes.map(({ sentence }) => (
            <li key={sentence}>{sentence}</li>
          ))}
          {changes.length === 0 && <li>Nothing: the contracts are the same.</li>}
        </ul>
      </div>
    </div>
  );
}

function drainLead({ state }: PolicyVersion): string {
  return state === 'suspended'
    ? 'Jobs that wait end without a file. What a worker has begun ends or loses its lease; nobody reads its result.'
    : 'Jobs of this version that have yet to end.';
}

function DrainState({
  waiting,
  leased,
  state,
}: Pick<VersionRepair, 'waiting' | 'leased'> & Pick<PolicyVersion, 'state'>) {
  if (waiting + leased === 0)
    return (
      <StatusDot tone="ok">{state === 'suspended' ? 'Drained: no job is left' : 'No job is left'}</StatusDot>
    );
  return (
    <StatusDot tone="busy">
      {formatPlural(waiting, 'job waits', 'jobs wait')}, {formatPlural(leased, 'is', 'are')} being worked on
    </StatusDot>
  );
}
