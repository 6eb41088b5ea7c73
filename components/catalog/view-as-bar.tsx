import Link from 'next/link';
import { audienceLook } from '#components/ui/audience-look.ts';
import { CloseIcon } from '#components/ui/icons.tsx';
import { AudienceSwitch } from './audience-switch.tsx';

interface Choice {
  slug: string;
  name: string;
  hue: string;
  icon: string;
  href: string;
}

/** For staff, who belong to no audience: whose eyes they look through, whose else they may, and the way out. */
export function ViewAsBar({ choices, current }: { choices: readonly Choice[]; current: Choice }) {
  const { style } = audienceLook(current);
  return (
    <section
      aria-label="View as"
      className="audience-tint mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 px-2 py-1 md:mt-3"
      style={style}
    >
      <p className="min-w-0 flex-1 basis-[20rem] text-small">
        <strong className="font-medium">You view the catalog as {current.name}.</strong> You see what their
        policy gives them and nothing else; downloads are recorded under your name.
      </p>
      <AudienceSwitch choices={choices} current={current.slug} />
      <Link
        className="flex min-h-4 items-center gap-0.5 text-small underline underline-offset-2 pointer-coarse:min-h-[44px]"
        href="/library"
        prefetch={false}
      >
        <CloseIcon />
        Back to the library
      </Link>
    </section>
  );
}
