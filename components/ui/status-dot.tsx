import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Tone = 'ok' | 'busy' | 'warn' | 'fail' | 'idle';

const dots: Readonly<Record<Tone, string>> = {
  ok: 'bg-ok',
  busy: 'bg-busy breathing',
  warn: 'bg-warn',
  fail: 'bg-fail',
  idle: 'bg-transparent border-[1.5px] border-idle',
};

/** A state: a dot and the word. `busy` breathes while something is under way. */
export function StatusDot({
  tone,
  children,
  className,
}: {
  tone: Tone;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span className={classNames('inline-flex items-center gap-1 text-small whitespace-nowrap', className)}>
      <span className={classNames('size-1 shrink-0 rounded-full', dots[tone])} />
      {children}
    </span>
  );
}
