import { classNames } from '#components/ui/class-names.ts';
import type { Tone } from '#components/ui/status-dot.tsx';

export interface Figure {
  name: string;
  value: string;
  tone?: Extract<Tone, 'warn' | 'fail'> | undefined;
  href?: string;
}

/** The few numbers that an operator looks for first, large. */
export function FiguresRow({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 border-y border-line py-2.5 sm:grid-cols-3 lg:grid-cols-6">
      {figures.map(({ name, value, tone }) => (
        <div className="flex flex-col-reverse" key={name}>
          <dt className="voice-label">{name}</dt>
          <dd
            className={classNames(
              'voice-wide figures text-heading',
              tone === 'fail' && 'text-fail',
              tone === 'warn' && 'text-warn',
            )}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
