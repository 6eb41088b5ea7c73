import { Progress } from '#components/operations/run-progress.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { StatusDot } from '#components/ui/status-dot.tsx';
import { formatBytes, formatCount, formatPlural } from '#lib/format.ts';
import { adviceOf, deedWords, stepWords, subjectWords } from './reconcile-words.ts';

export interface RunEntry {
  id: string;
  dry_run: boolean;
  all_bytes: boolean;
  created_at: Date;
  finished_at: Date | null;
  failure: string | null;
  by: string | null;
  step: string;
  stepNumber: number;
  steps: number;
  objects_checked: number;
  rows_checked: number;
  bytes_read: number;
  acts: { kind: string; act: string; times: number }[];
  samples: { kind: string; subject: string; act: string; detail: string; done_at: Date | null }[];
}

/** One run: how it stands, what it went through, and what it found, with what a person must do about the rest. */
export function ReconciliationRun({ run, now, timeZone }: { run: RunEntry; now: Date; timeZone: string }) {
  const isUnderWay = run.finished_at === null;
  return (
    <article className="border-t border-ink pb-3">
      <header className="flex flex-wrap items-center justify-between gap-x-2 border-b border-line py-1">
        <StatusDot className="whitespace-normal!" tone={toneOf(run)}>
          {stateWords(run)}
        </StatusDot>
        <span className="voice-label">
          {run.by ?? 'By the clock'}, <RelativeTime at={run.created_at} now={now} timeZone={timeZone} />
        </span>
      </header>
      {isUnderWay && <Progress label={stepWords(run.step)} max={run.steps} value={run.stepNumber} />}
      <p className="voice-label figures py-1">
        {formatPlural(run.objects_checked, 'object')} and {formatPlural(run.rows_checked, 'row')} gone through
        {run.bytes_read > 0 && `, ${formatBytes(run.bytes_read)} read`}
        {run.all_bytes ? ', every byte' : ', bytes by sample'}
      </p>
      <ul className="text-small">
        {run.acts.map(({ kind, act, times }) => (
          <li className="border-t border-line py-1" key={`${kind} ${act}`}>
            <details>
              <summary className="flex cursor-pointer flex-wrap items-center justify-between gap-x-2 pointer-coarse:min-h-[44px]">
                <StatusDot className="whitespace-normal!" tone={act === 'report' ? 'warn' : 'ok'}>
                  {formatPlural(times, ...subjectWords(kind))}
                </StatusDot>
                <span className="voice-label">{deedWords(act, run.dry_run)}</span>
              </summary>
              <ul className="py-1 pl-2">
                {run.samples
                  .filter((sample) => sample.kind === kind && sample.act === act)
                  .map(({ subject, detail, done_at }) => (
                    <li className="py-0.5 [overflow-wrap:anywhere]" key={subject}>
                      <code className="font-mono text-small">{subject}</code>{' '}
                      <span className="voice-label">
                        {detail}
                        {!run.dry_run && done_at === null && ' · begun, and not known to be done'}
                      </span>
                    </li>
                  ))}
                {times > 5 && (
                  <li className="voice-label py-0.5">
                    and {formatCount(times - 5)} more:{' '}
                    {run.dry_run ? 'npm run reconcile -- --dry-run prints each' : 'the audit log has each'}
                  </li>
                )}
              </ul>
            </details>
            {act === 'report' && (
              <p className="mt-1 max-w-[44rem] rounded-control bg-warn-tint px-2 py-1">{adviceOf(kind)}</p>
            )}
          </li>
        ))}
      </ul>
    </article>
  );
}

function leftOver({ acts }: RunEntry): number {
  return acts.filter(({ act }) => act === 'report').reduce((sum, { times }) => sum + times, 0);
}

function toneOf(run: RunEntry) {
  if (run.failure !== null) return 'fail';
  if (run.finished_at === null) return 'busy';
  return leftOver(run) > 0 ? 'warn' : 'ok';
}

function stateWords(run: RunEntry): string {
  const { finished_at, failure, dry_run, acts } = run;
  const kind = dry_run ? 'Dry run' : 'Run';
  if (failure !== null) return `${kind} failed: ${failure}`;
  if (finished_at === null) return `${kind} under way`;
  if (acts.length === 0) return `${kind}: rows and store agree`;
  const left = leftOver(run);
  const rest = left > 0 ? `, ${formatCount(left)} left to a person` : '';
  return `${dry_run ? 'Dry run: nothing was changed' : 'Run: brought together'}${rest}`;
}
