import { audienceLook } from './audience-look.ts';
import { classNames } from './class-names.ts';

export interface AudienceMark {
  name: string;
  hue: string;
  icon: string;
}

/** An audience by its colour, its icon and its name: never by the colour alone. */
export function AudienceChip({ audience, className }: { audience: AudienceMark; className?: string }) {
  const { Icon, style } = audienceLook(audience);
  return (
    <span
      className={classNames(
        'audience-ink audience-tint inline-flex min-h-3 items-center gap-0.5 rounded-control px-1 text-caption font-medium whitespace-nowrap',
        className,
      )}
      style={style}
    >
      <Icon size={14} />
      {audience.name}
    </span>
  );
}
