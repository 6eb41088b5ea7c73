'use client';

import { useRef } from 'react';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { type FormAction, useFormAction } from '#components/ui/use-form-action.ts';
import type { TokenEntry } from '#lib/auth/list-tokens.ts';

/**
 * Live tokens, each with its way out. One form for all, since a row is gone by the time its answer comes; a disclosure
 * asks once more, because nothing brings a token back, and works before scripts run.
 */
export function TokenList({
  action,
  tokens,
  now,
  timeZone,
}: {
  action: FormAction<unknown>;
  tokens: readonly TokenEntry[];
  now: Date;
  timeZone: string;
}) {
  const status = useRef<HTMLParagraphElement>(null);
  const { form, result, pending } = useFormAction(action, () => status.current?.focus());
  return (
    <form {...form}>
      <p className="text-small text-ink-soft not-empty:mb-1" ref={status} role="status" tabIndex={-1}>
        {result?.ok ? 'Revoked. It is refused from now on.' : ''}
      </p>
      {tokens.length === 0 && <p className="text-small text-ink-soft">There is no token.</p>}
      <ul className={tokens.length > 0 ? 'border-t border-line' : undefined}>
        {tokens.map((token) => (
          <li className="border-b border-line py-1" key={token.id}>
            <details className="group/token">
              <summary className="flex cursor-pointer list-none items-center justify-between gap-2">
                <span className="min-w-0">
                  <span className="block font-medium [overflow-wrap:anywhere]">{token.name}</span>
                  <span className="voice-label figures">
                    Made <RelativeTime at={token.created_at} now={now} timeZone={timeZone} />
                    {' · '}
                    {token.last_used_at ? (
                      <>
                        used <RelativeTime at={token.last_used_at} now={now} timeZone={timeZone} />
                      </>
                    ) : (
                      'never used'
                    )}
                  </span>
                </span>
                <span className={buttonClass({ kind: 'quiet', size: 'small' }, 'group-open/token:bg-hover')}>
                  Revoke…
                </span>
              </summary>
              <div className="mt-1 flex flex-wrap items-center justify-between gap-x-2 gap-y-1 rounded-control bg-fail-tint px-2 py-1 text-small">
                <p className="min-w-0 flex-[1_1_16rem]">
                  Programs that use it are refused at once. Nothing brings it back; a new one can be made.
                </p>
                <Button
                  aria-disabled={pending}
                  kind="danger"
                  name="id"
                  size="small"
                  type="submit"
                  value={token.id}
                >
                  {pending ? 'Revoking…' : `Revoke ${token.name}`}
                </Button>
              </div>
            </details>
          </li>
        ))}
      </ul>
      {result?.ok === false && (
        <Notice className="mt-1" live tone="fail">
          {result.message}
        </Notice>
      )}
    </form>
  );
}
