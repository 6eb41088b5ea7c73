import Link from 'next/link';
import { Chip } from '#components/ui/chip.tsx';
import { Pixels } from '#components/ui/measures.tsx';
import { Photo } from '#components/ui/photo.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { AssetVersionView } from '#lib/review/get-asset-detail.ts';
import { madeHowWords } from './made-how-words.ts';

function smallPictureOf(thumbnailUrl: string, { kind, number }: AssetVersionView): string {
  return kind === 'original' ? thumbnailUrl : `${thumbnailUrl}?version=${number}`;
}

const kinds = { original: 'Original', cutout: 'Cut-out' } as const;

/** The versions of a photo, the one that is looked at marked, and the approved one named. */
export function VersionStrip({
  versions,
  current,
  approved,
  thumbnailUrl,
  addressOf,
  now,
  timeZone,
}: {
  versions: readonly AssetVersionView[];
  current: number;
  approved: number | null;
  /** Of the asset. */
  thumbnailUrl: string | null;
  addressOf: (version: number) => string;
  now: Date;
  timeZone: string;
}) {
  return (
    <ul className="flex gap-2 overflow-x-auto p-0.5">
      {versions.map((version) => (
        <li className="w-[9rem] shrink-0" key={version.number}>
          <Link
            aria-current={version.number === current ? 'true' : undefined}
            className="block aria-[current]:outline-2 aria-[current]:outline-offset-2 aria-[current]:outline-ink"
            href={addressOf(version.number)}
            prefetch={false}
            scroll={false}
          >
            <Photo
              alt={`Version ${version.number}`}
              height={version.height}
              src={thumbnailUrl && smallPictureOf(thumbnailUrl, version)}
              thumbHash={version.thumb_hash}
              width={version.width}
            />
          </Link>
          <p className="mt-1 flex flex-wrap items-center gap-0.5 text-small">
            <span className="font-medium">
              {version.number} · {kinds[version.kind]}
            </span>
            {version.number === approved && <Chip>approved</Chip>}
          </p>
          <p className="voice-label">
            <Pixels height={version.height} width={version.width} />
            {' · '}
            <RelativeTime at={version.created_at} now={now} timeZone={timeZone} />
          </p>
          {version.made_how && <p className="voice-label mt-0.5">{madeHowWords(version.made_how)}</p>}
        </li>
      ))}
    </ul>
  );
}
