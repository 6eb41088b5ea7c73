import { audienceLook } from '#components/ui/audience-look.ts';
import { UploadIcon } from '#components/ui/icons.tsx';
import { formatCount, formatDuration } from '#lib/format.ts';
import type { AudienceQueue } from '#lib/observe/operations-overview.ts';
import { Plot } from './plot.tsx';

/** One audience's work over time: how much waits, how long, and how much is done, each with its figure of now. */
export function AudienceQueueRow({ queue, spanMinutes }: { queue: AudienceQueue; spanMinutes: number }) {
  const { style, Icon } = queue.look ? audienceLook(queue.look) : { style: {}, Icon: UploadIcon };
  const { waiting, oldestSeconds, done, failed } = queue.history;
  const binMinutes = spanMinutes / done.length;
  const failures = total(failed);
  return (
    <li
      className="grid gap-x-1.5 gap-y-1.5 border-t border-line py-2.5 first:border-ink grid-cols-3 lg:grid-cols-[12rem_repeat(3,minmax(0,1fr))] md:gap-x-4"
      style={style}
    >
      <div className="flex flex-wrap items-baseline gap-x-2 col-span-3 lg:col-span-1 lg:flex-col">
        <h3 className={`flex items-center gap-1 text-body font-medium ${queue.look ? 'audience-ink' : ''}`}>
          <Icon size={18} />
          {queue.name}
        </h3>
        <p className="voice-label figures">
          {failures > 0 ? (
            <span className="text-fail">{formatCount(failures)} failed attempts</span>
          ) : (
            `${formatCount(total(done))} done`
          )}
          {queue.delayed > 0 && `, ${formatCount(queue.delayed)} paused for another try`}
        </p>
      </div>
      <div className={queue.look ? 'audience-ink' : 'text-ink-soft'}>
        <Plot
          format={formatCount}
          now={formatCount(queue.ready + queue.leased)}
          series={waiting}
          title="Open jobs"
        />
      </div>
      <div className={queue.look ? 'audience-ink' : 'text-ink-soft'}>
        <Plot
          format={formatDuration}
          now={queue.ready > 0 ? formatDuration(queue.oldestSeconds) : '—'}
          series={oldestSeconds}
          title="Oldest"
        />
      </div>
      <div className={queue.look ? 'audience-ink' : 'text-ink-soft'}>
        <Plot
          format={(value) => `${formatCount(Math.round((value / binMinutes) * 10) / 10)} a minute`}
          now={formatCount(total(done))}
          series={done}
          title="Done"
        />
      </div>
    </li>
  );
}

function total(series: readonly (number | null)[]): number {
  return Math.round(series.reduce<number>((sum, value) => sum + (value ?? 0), 0));
}
