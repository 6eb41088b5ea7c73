import Link from 'next/link';
import { DeedForm } from '#components/ui/deed-form.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageSection } from '#components/ui/page-section.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { StatusDot } from '#components/ui/status-dot.tsx';
import { Table } from '#components/ui/table.tsx';
import { formatCount, formatPlural } from '#lib/format.ts';
import type { VersionFinding, VersionRepair } from '#lib/repair/get-version-repair.ts';
import { findingStates, findingWords } from './finding-words.ts';
import { InspectForm } from './inspect-form.tsx';
import type { VersionRunbookProps } from './version-runbook.tsx';

type Inspection = NonNullable<VersionRepair['inspection']>;

/** Whether the files are what their rows say, and the button that has exactly the wrong ones made anew. */
export function InspectionPanel({ audience, version, repair, clock, actions }: VersionRunbookProps) {
  const { inspection } = repair;
  const values = { audience: audience.slug, policy_version: String(version.version) };
  return (
    <PageSection
      lead="Holds every published file and manifest against the store: missing, cut short, changed, or left over."
      title="Inspection"
    >
      <div className="flex flex-col gap-3">
        {inspection && <InspectionState clock={clock} inspection={inspection} />}
        {inspection && inspection.findings.length > 0 && (
          <Findings audience={audience.slug} inspection={inspection} version={version.version} />
        )}
        <RemakeState remakes={repair.remakes} />
        {actions && inspection && inspection.open > 0 && (
          <DeedForm
            action={actions.requeue}
            busyLabel="Asking…"
            done="Asked for."
            kind="primary"
            label={`Make ${inspection.open === 1 ? 'this file' : `these ${formatCount(inspection.open)} files`} anew`}
            values={{ ...values, inspection_id: inspection.id }}
          >
            Only what is wrong is made again, from its master, under the same links with the same bytes. Until
            then nobody is given a file whose bytes are wrong.
          </DeedForm>
        )}
        {actions && (!inspection || inspection.finished_at !== null) && (
          <InspectForm action={actions.inspect} isAgain={inspection !== null} values={values} />
        )}
      </div>
    </PageSection>
  );
}

function InspectionState({
  inspection,
  clock,
}: {
  inspection: Inspection;
  clock: VersionRunbookProps['clock'];
}) {
  const { rows_checked, rows_expected, files_read, objects_checked, found, finished_at } = inspection;
  const reach =
    inspection.sample_every === 1
      ? 'every file was read'
      : `one file of ${formatCount(inspection.sample_every)} was read`;
  if (inspection.failure)
    return (
      <Notice tone="fail">
        The inspection ended before it was through: {inspection.failure} Start it again.
      </Notice>
    );
  if (!finished_at)
    return (
      <div aria-live="polite" className="flex flex-col gap-0.5">
        <p className="figures text-small" id="inspection-progress">
          Inspecting: {formatCount(rows_checked)} of {formatPlural(rows_expected, 'file')}, then what else is
          in the store ({formatCount(objects_checked)} objects)
        </p>
        <progress
          aria-labelledby="inspection-progress"
          className="block h-0.5 w-full appearance-none overflow-hidden bg-sunken [&::-moz-progress-bar]:bg-busy [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-busy"
          max={Math.max(rows_expected, 1)}
          value={rows_checked}
        />
      </div>
    );
  return (
    <div aria-live="polite" className="figures flex flex-col gap-0.5">
      <StatusDot tone={found === 0 ? 'ok' : 'fail'}>
        {found === 0 ? 'Nothing is wrong' : `${formatPlural(found, 'object is', 'objects are')} wrong`}
      </StatusDot>
      <p className="voice-label">
        {formatPlural(rows_checked, 'file')} held against the store, {reach} ({formatCount(files_read)});{' '}
        {formatPlural(objects_checked, 'object')} looked through.{' '}
        {inspection.by ? `Asked for by ${inspection.by.name}, ` : ''}
        <RelativeTime at={finished_at} {...clock} />.
      </p>
    </div>
  );
}

function Findings({
  inspection,
  audience,
  version,
}: {
  inspection: Inspection;
  audience: string;
  version: number;
}) {
  const rest = inspection.found - inspection.findings.length;
  return (
    <div>
      <Table
        caption="What the inspection found, an object a row"
        columns={[
          { key: 'file', title: 'File' },
          { key: 'what', title: 'What is wrong' },
          { key: 'state', title: 'State' },
        ]}
        rows={inspection.findings.map((finding) => {
          const [tone, word] = findingStates[finding.state];
          return {
            id: finding.object_key,
            cells: {
              file: <FileName audience={audience} finding={finding} version={version} />,
              what: (
                <>
                  {findingWords[finding.kind]}
                  <span className="voice-label block max-w-[22rem] [overflow-wrap:anywhere]">
                    expected {short(finding.expected)}, found {short(finding.found)}
                  </span>
                </>
              ),
              state: <StatusDot tone={tone}>{word}</StatusDot>,
            },
          };
        })}
      />
      {rest > 0 && <p className="voice-label mt-1">and {formatCount(rest)} more.</p>}
    </div>
  );
}

function FileName({
  finding,
  audience,
  version,
}: {
  finding: VersionFinding;
  audience: string;
  version: number;
}) {
  const { source_hash, format, object_key } = finding;
  if (!source_hash || !format)
    return <span className="[overflow-wrap:anywhere]">{object_key.split('/').slice(-3).join('/')}</span>;
  return (
    <Link
      className="underline underline-offset-2"
      href={`/files/${source_hash}/${audience}/${version}/${format}`}
    >
      {format} of {source_hash.slice(0, 12)}
    </Link>
  );
}

/** Hashes are told apart by their first letters. */
function short(text: string | null): string {
  return /^[0-9a-f]{64}$/.test(text ?? '') ? `${text?.slice(0, 12)}…` : (text ?? 'nothing');
}

const outcomeWords = {
  same_bytes: 'made anew with the same bytes',
  new_bytes: 'made anew with other bytes, as somebody accepted',
  bytes_differ: 'kept back, since they came out with other bytes',
  failed: 'could not be made',
  dropped: 'not made after all',
} as const;

function RemakeState({ remakes }: Pick<VersionRepair, 'remakes'>) {
  if (remakes.length === 0) return null;
  return (
    <ul aria-live="polite" className="figures flex flex-col gap-0.5 text-small">
      {remakes.map(({ outcome, count }) => (
        <li key={outcome ?? 'under way'}>
          <StatusDot tone={outcome === null ? 'busy' : outcome.endsWith('_bytes') ? 'ok' : 'warn'}>
            {formatPlural(count, 'file')} {outcome === null ? 'being made anew' : outcomeWords[outcome]}
          </StatusDot>
        </li>
      ))}
    </ul>
  );
}
