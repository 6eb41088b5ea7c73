import type { ReactNode } from 'react';
import { FileSize, Pixels } from '#components/ui/measures.tsx';
import { FactList } from '#components/ui/table.tsx';
import { formatMediaType, formatPlural } from '#lib/format.ts';
import type { MasterFacts } from '#lib/ingest/facts.ts';
import type { AssetVersionView } from '#lib/review/get-asset-detail.ts';

/** What is known of the bytes of one version. */
export function FactsList({
  version,
  facts,
  filename,
}: {
  version: AssetVersionView;
  facts: MasterFacts | null;
  filename: string;
}) {
  return <FactList facts={[...fileFacts(version, filename), ...pictureFacts(version, facts)]} />;
}

type Fact = readonly [name: string, value: ReactNode];

function fileFacts(version: AssetVersionView, filename: string): Fact[] {
  return [
    ['File name', filename],
    ['Type', formatMediaType(version.media_type)],
    ['Pixels', <Pixels height={version.height} key="pixels" width={version.width} />],
    ['Size', <FileSize bytes={version.bytes} key="size" />],
    ...(version.pages > 1 ? [['Pictures in it', formatPlural(version.pages, 'picture')] as const] : []),
  ];
}

function pictureFacts({ has_alpha }: AssetVersionView, facts: MasterFacts | null): Fact[] {
  if (!facts) return [['Transparency', has_alpha ? 'yes' : 'no']];
  const { classification, color_space, color_profile, opaque, rights } = facts;
  const alpha = !has_alpha ? 'none' : opaque ? 'a channel that hides nothing' : 'yes';
  return [
    ['Transparency', alpha],
    ['Kind', `${classification.kind}, ${backdropWords[classification.backdrop.kind]}`],
    ['Colours', <Swatches colors={classification.dominant_colors} key="colors" />],
    ['Colour space', [color_space, color_profile].filter(Boolean).join(', ')],
    ...(rights ? [['Rights', Object.values(rights).filter(Boolean).join(' · ')] as const] : []),
  ];
}

const backdropWords = {
  plain: 'on a plain backdrop',
  transparent: 'cut out',
  busy: 'on a busy backdrop',
} as const;

function Swatches({ colors }: { colors: readonly { color: string; share: number }[] }) {
  return (
    <ul className="flex h-2.5 w-full max-w-[14rem] overflow-hidden">
      {colors.map(({ color, share }) => (
        <li
          key={color}
          style={{ background: color, flex: Math.max(share, 0.04) }}
          title={`${color}, ${Math.round(share * 100)} %`}
        >
          <span className="sr-only">
            {color}, {Math.round(share * 100)} %
          </span>
        </li>
      ))}
    </ul>
  );
}
