import type { AudienceMark } from '#components/ui/audience-chip.tsx';
import { audienceLook } from '#components/ui/audience-look.ts';

/** Audiences as icons in their colours, for places too small for chips; their names are read aloud. */
export function AudienceMarks({ audiences }: { audiences: readonly (AudienceMark & { slug: string })[] }) {
  if (audiences.length === 0) return null;
  return (
    <ul aria-label="Audiences" className="flex gap-0.5">
      {audiences.map(({ slug, name, ...look }) => {
        const { Icon, style } = audienceLook(look);
        return (
          <li className="audience-ink flex" key={slug} style={style} title={name}>
            <Icon size={14} />
            <span className="sr-only">{name}</span>
          </li>
        );
      })}
    </ul>
  );
}
