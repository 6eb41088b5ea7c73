import Link from 'next/link';
import { AudienceChip, type AudienceMark } from '#components/ui/audience-chip.tsx';
import { Button } from '#components/ui/button.tsx';
import { Chip } from '#components/ui/chip.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { formatPlural } from '#lib/format.ts';
import { auditAddress } from '#lib/observe/audit-fields.ts';

export interface DeadLetter {
  id: string;
  queue: string;
  dedup_key: string | null;
  attempts: number;
  requeues: number;
  last_error_category: string;
  last_error: string;
  died_at: Date;
  payload: object;
}

/** One dead letter: what it was to do, why it died, and its whole message below. */
export function DeadLetterRow({
  letter,
  audience,
  mayAct,
  now,
  timeZone,
}: {
  letter: DeadLetter;
  audience?: AudienceMark | undefined;
  mayAct: boolean;
  now: Date;
  timeZone: string;
}) {
  const name = `${letter.queue} ${letter.id.slice(-6)}`;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-1.5 gap-y-1 border-t border-line py-2 md:grid-cols-[auto_minmax(0,1fr)_auto]">
      <input
        aria-label={`Tick ${name}`}
        className="mt-[4px] size-2 accent-accent pointer-coarse:size-3"
        disabled={!mayAct}
        name="ids"
        type="checkbox"
        value={letter.id}
      />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-1 gap-y-0.5">
          <span className="font-medium">{letter.queue}</span>
          <Chip>{letter.last_error_category}</Chip>
          {audience && <AudienceChip audience={audience} />}
          <span className="voice-label">
            died <RelativeTime at={letter.died_at} now={now} timeZone={timeZone} /> after{' '}
            {formatPlural(letter.attempts, 'attempt')}
            {letter.requeues > 0 && `, requeued ${formatPlural(letter.requeues, 'time')} before`}
          </span>
        </p>
        <p className="mt-0.5 text-small [overflow-wrap:anywhere]">{letter.last_error}</p>
        <details className="mt-0.5 text-small">
          <summary className="voice-label w-fit py-0.5">The whole message</summary>
          <p className="voice-label mt-0.5 [overflow-wrap:anywhere]">
            Job {letter.id}
            {letter.dedup_key && `, key ${letter.dedup_key}`},{' '}
            <Link
              className="underline underline-offset-2"
              href={auditAddress({ subject: letter.id })}
              prefetch={false}
            >
              its rows of the audit log
            </Link>
          </p>
          <pre className="mt-0.5 bg-sunken p-1 font-mono text-caption [overflow-wrap:anywhere] whitespace-pre-wrap">
            {JSON.stringify(letter.payload, null, 2)}
          </pre>
        </details>
      </div>
      {mayAct && (
        <div className="col-start-2 flex items-start gap-1 md:col-start-3">
          <Button
            aria-label={`Requeue ${name}`}
            name="act"
            size="small"
            type="submit"
            value={`requeue ${letter.id}`}
          >
            Requeue
          </Button>
          <Button
            aria-label={`Dismiss ${name}`}
            kind="quiet"
            name="act"
            size="small"
            type="submit"
            value={`dismiss ${letter.id}`}
          >
            Dismiss
          </Button>
        </div>
      )}
    </li>
  );
}
