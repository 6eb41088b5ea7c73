import Link from 'next/link';
import { audienceLook } from '#components/ui/audience-look.ts';

interface Choice {
  slug: string;
  name: string;
  hue: string;
  icon: string;
  href: string;
}

/** For people with several audiences: whose files the catalog shows. */
export function AudienceSwitch({ choices, current }: { choices: readonly Choice[]; current: string }) {
  return (
    <nav aria-label="Audience" className="-mx-1 overflow-x-auto px-1 py-0.5">
      <ul className="flex gap-0.5">
        {choices.map(({ slug, name, href, ...look }) => {
          const { Icon, style } = audienceLook(look);
          return (
            <li key={slug} style={style}>
              <Link
                aria-current={slug === current ? 'true' : undefined}
                className="flex min-h-4 items-center gap-0.5 rounded-control border border-transparent px-1 text-small text-ink-soft hover:bg-hover aria-[current]:audience-ink aria-[current]:audience-tint aria-[current]:font-medium pointer-coarse:min-h-[44px]"
                href={href}
              >
                <Icon />
                {name}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
