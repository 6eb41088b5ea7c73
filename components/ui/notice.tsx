import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { CheckIcon, InfoIcon, WarningIcon } from './icons.tsx';

const looks = {
  info: { className: 'bg-busy-tint', tone: 'text-busy', Icon: InfoIcon },
  ok: { className: 'bg-ok-tint', tone: 'text-ok', Icon: CheckIcon },
  warn: { className: 'bg-warn-tint', tone: 'text-warn', Icon: WarningIcon },
  fail: { className: 'bg-fail-tint', tone: 'text-fail', Icon: WarningIcon },
};

/**
 * What happened and what to do, where it happened; it stays until it is no longer true. `live` announces it:
 * set it when it appears after something the person did.
 */
export function Notice({
  tone = 'info',
  children,
  action,
  live = false,
  className,
}: {
  tone?: keyof typeof looks;
  children: ReactNode;
  action?: ReactNode;
  live?: boolean;
  className?: string;
}) {
  const look = looks[tone];
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center gap-x-2 gap-y-1 rounded-control px-2 py-1 text-small text-ink',
        look.className,
        className,
      )}
      role={live ? (tone === 'fail' ? 'alert' : 'status') : undefined}
    >
      <span className="flex min-w-0 flex-1 items-start gap-1">
        <look.Icon className={classNames('mt-[2px] shrink-0', look.tone)} />
        <span className="min-w-0">{children}</span>
      </span>
      {action}
    </div>
  );
}
