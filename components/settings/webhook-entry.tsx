import { DeedForm } from '#components/ui/deed-form.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { StatusDot } from '#components/ui/status-dot.tsx';
import type { FormAction } from '#components/ui/use-form-action.ts';
import { formatExactTime } from '#lib/format.ts';
import { type ProbeAnswer, ProbeForm } from './probe-form.tsx';
import { RedeliverForm } from './redeliver-form.tsx';
import { RotateForm } from './rotate-form.tsx';

export interface WebhookRow {
  id: string;
  url: string;
  description: string;
  event_types: string[];
  disabled_at: Date | null;
  disabled_reason: string | null;
  last_at: Date | null;
  last_error: string | null;
  /** Until when the secret before the last rotation signs too. */
  former_until: Date | null;
  attempts: {
    event_id: string;
    event_type: string;
    attempt: number;
    at: Date;
    duration_ms: number;
    status: number | null;
    error: string | null;
  }[];
}

/** One receiver: how it stands, what can be done with it, and its delivery log. */
export function WebhookEntry({
  webhook,
  probe,
  rotate,
  turn,
  again,
  now,
  timeZone,
}: {
  webhook: WebhookRow;
  probe: FormAction<ProbeAnswer>;
  rotate: FormAction<{ secret: string }>;
  turn: FormAction<unknown>;
  again: FormAction<unknown>;
  now: Date;
  timeZone: string;
}) {
  const { id, url, description, event_types, disabled_at, disabled_reason, former_until, attempts } = webhook;
  const isOn = disabled_at === null;
  return (
    <article className="border-t border-ink py-1.5 not-first:mt-3">
      <header className="flex flex-wrap items-start justify-between gap-x-2">
        <h3 className="min-w-0 flex-1 basis-[16rem] font-medium [overflow-wrap:anywhere]">{url}</h3>
        <StatusDot className="whitespace-normal!" tone={isOn ? (webhook.last_error ? 'warn' : 'ok') : 'idle'}>
          {isOn ? (webhook.last_error ? 'on, last call failed' : 'on') : 'off'}
        </StatusDot>
      </header>
      <p className="voice-label">
        {[description, event_types.join(', '), disabled_reason].filter(Boolean).join(' · ')}
      </p>
      <div className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
        <ProbeForm action={probe} id={id} />
        <DeedForm
          action={turn}
          busyLabel="…"
          done=""
          kind="quiet"
          label={isOn ? 'Switch off' : 'Switch on'}
          values={{ id, to: isOn ? 'off' : 'on' }}
        >
          {isOn ? 'What happens meanwhile is not kept for it.' : 'It is told of what happens from then on.'}
        </DeedForm>
      </div>
      <details className="mt-1">
        <summary className="cursor-pointer py-0.5 text-small pointer-coarse:min-h-[44px]">
          Signing secret
        </summary>
        <RotateForm
          action={rotate}
          formerUntil={former_until ? formatExactTime(former_until, timeZone) : undefined}
          id={id}
          url={url}
        />
      </details>
      <details className="mt-1">
        <summary className="cursor-pointer py-0.5 text-small pointer-coarse:min-h-[44px]">
          Delivery log
        </summary>
        {attempts.length === 0 && <p className="py-0.5 text-small text-ink-soft">It was not called yet.</p>}
        <ul className="text-small">
          {attempts.map((attempt) => (
            <li
              className="flex flex-wrap items-center justify-between gap-x-2 border-t border-line py-1"
              key={`${attempt.event_id} ${attempt.at.toISOString()}`}
            >
              <StatusDot className="whitespace-normal!" tone={attempt.error ? 'fail' : 'ok'}>
                {attempt.event_type}: {attempt.error ?? attempt.status}
              </StatusDot>
              <span className="voice-label figures">
                attempt {attempt.attempt}, {attempt.duration_ms} ms,{' '}
                <RelativeTime at={attempt.at} now={now} timeZone={timeZone} />
              </span>
              {isOn && attempt.event_type !== 'Test' && (
                <RedeliverForm action={again} eventId={attempt.event_id} id={id} />
              )}
            </li>
          ))}
        </ul>
      </details>
    </article>
  );
}
