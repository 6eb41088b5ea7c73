import Link from 'next/link';
import type { ReactNode } from 'react';
import { AudienceChip } from '#components/ui/audience-chip.tsx';
import { FactList } from '#components/ui/table.tsx';
import type { TraceAnswer, TracedFile, TracedMaster } from '#lib/deliver/trace/answer.ts';
import { formatBytes, formatCount, formatExactTime, formatMediaType, formatPixels } from '#lib/format.ts';

type Fact = readonly [name: string, value: ReactNode];

const link = 'underline underline-offset-2';

/** The manifest as a table: what made the file, then what it is. */
export function AnswerFacts({ answer, timeZone }: { answer: TraceAnswer; timeZone: string }) {
  const { file, master } = answer;
  if (!file && !master) return null;
  return (
    <section aria-labelledby="trace-manifest" className="min-w-0">
      <h3 className="voice-wide mb-1 text-title" id="trace-manifest">
        {file ? 'The file' : 'The original'}
      </h3>
      {file && <Decision decision={file.decision} />}
      <FactList
        facts={[...(file ? fileFacts(file, timeZone) : []), ...(master ? masterFacts(master, !file) : [])]}
      />
      {file && (
        <p className="mt-1.5 flex flex-wrap gap-x-3 gap-y-1 text-small">
          <Link className={link} href={file.page_url}>
            Why this file looks as it does
          </Link>
          <a className={link} href={file.manifest_url}>
            The manifest as JSON
          </a>
        </p>
      )}
    </section>
  );
}

function Decision({ decision }: { decision: readonly string[] }) {
  return (
    <ul className="mb-2 flex flex-col gap-0.5 text-small">
      {decision.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  );
}

function fileFacts(file: TracedFile, timeZone: string): Fact[] {
  const { audience, policy_version, state } = file;
  return [
    ['Audience', <AudienceChip audience={audience} key="audience" />],
    ['Format', file.format],
    [
      'Policy',
      <Link className={link} href={`/policies/${audience.slug}`} key="policy">
        version {policy_version}
        {state === 'current' ? '' : `, ${state}`}
      </Link>,
    ],
    ['Type', formatMediaType(file.media_type)],
    ['Pixels', formatPixels(file.width, file.height)],
    ['Size', `${formatBytes(file.bytes)} (${formatCount(file.bytes)} bytes)`],
    ['Made', `${formatExactTime(new Date(file.made_at), timeZone)}, by job ${file.job_id}`],
    ...(file.retired_at ? [['Retired', formatExactTime(new Date(file.retired_at), timeZone)] as const] : []),
    ['SHA-256', file.sha256],
  ];
}

function masterFacts(master: TracedMaster, alone: boolean): Fact[] {
  const hash: Fact = [alone ? 'SHA-256' : 'Original', master.sha256];
  if (!alone) return [hash];
  return [
    ['Type', formatMediaType(master.media_type)],
    ['Pixels', formatPixels(master.width, master.height)],
    ['Size', `${formatBytes(master.bytes)} (${formatCount(master.bytes)} bytes)`],
    hash,
  ];
}
