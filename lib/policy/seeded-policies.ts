import type { OutputContract, WatermarkRule } from './output-contract.ts';

/** What an audience may do with its files; the rights that its policy must serve. */
export const audiencePurposes = [
  'internal review',
  'classroom download',
  'partner campaign',
  'public listing',
] as const;
type AudiencePurpose = (typeof audiencePurposes)[number];

export interface SeededPolicy {
  slug: string;
  name: string;
  purpose: AudiencePurpose;
  /** A lucide icon. */
  icon: string;
  /** Degrees of the OKLCH colour circle; the design tokens add lightness and chroma for light and dark. */
  hue: string;
  note: string;
  contracts: readonly OutputContract[];
}

const unmarked: WatermarkRule = { kind: 'none' };

const internalMark: WatermarkRule = {
  kind: 'text',
  text: 'internal',
  color: '#ffffff',
  outline: 'dark',
  opacity: 0.7,
  anchor: 'bottom-right',
  margin: 0.03,
  size: 0.3,
  min_px: 14,
  below_min: 'smaller',
  rotation: 0,
  shadow: 'none',
};

/**
 * Repeated over the picture: a single mark in a corner is cut off too easily, and covers next to nothing of a tall
 * picture. This one covers about a tenth of any shape.
 */
const partnerMark: WatermarkRule = {
  kind: 'text',
  text: 'Partner preview',
  color: '#ffffff',
  outline: 'dark',
  opacity: 0.5,
  tile: { spacing: 1.2 },
  margin: 0,
  size: 0.45,
  min_px: 12,
  below_min: 'smaller',
  rotation: -24,
  shadow: 'none',
};

/** The small picture of the grids: a derivative like any other, under the audience's own mark rule. */
function thumb(watermark: WatermarkRule): OutputContract {
  return {
    format: 'thumb',
    label: 'Thumbnail',
    media_type: 'image/webp',
    max_width: 480,
    max_height: 480,
    fit: 'inside',
    focal: 'ignored',
    compression: { quality: 78, effort: 4 },
    render: 'at_approval',
    alpha: 'allowed',
    watermark,
    color_profile: 'srgb',
    metadata: 'strip',
  };
}

function jpeg(
  own: Pick<OutputContract, 'format' | 'label' | 'max_width' | 'max_height' | 'watermark'> &
    Partial<OutputContract>,
): OutputContract {
  return {
    media_type: 'image/jpeg',
    fit: 'inside',
    focal: 'ignored',
    compression: { quality: 85 },
    render: 'at_approval',
    alpha: 'forbidden',
    background: '#ffffff',
    color_profile: 'srgb',
    metadata: 'strip',
    ...own,
  };
}

/** The four audiences a new installation starts with, each with its first policy version. */
export const seededPolicies: readonly SeededPolicy[] = [
  {
    slug: 'internal',
    name: 'Internal',
    purpose: 'internal review',
    icon: 'shield-check',
    hue: '264',
    note: 'First version: a marked review copy.',
    contracts: [
      thumb(internalMark),
      jpeg({
        format: 'review',
        label: 'Review copy',
        max_width: 1600,
        max_height: 1600,
        watermark: internalMark,
      }),
    ],
  },
  {
    slug: 'teacher',
    name: 'Teachers',
    purpose: 'classroom download',
    icon: 'graduation-cap',
    hue: '155',
    note: 'First version: clean files for slides and for print.',
    contracts: [
      thumb(unmarked),
      {
        ...thumb(unmarked),
        format: 'web-small',
        label: 'For slides',
        max_width: 800,
        max_height: 800,
        compression: { quality: 80, effort: 4 },
      },
      jpeg({
        format: 'print',
        label: 'For print',
        max_width: 2400,
        max_height: 2400,
        compression: { quality: 90 },
        render: 'on_demand',
        watermark: unmarked,
        metadata: 'copyright',
      }),
    ],
  },
  {
    slug: 'partner',
    name: 'Partners',
    purpose: 'partner campaign',
    icon: 'handshake',
    hue: '55',
    note: 'First version: campaign pictures with a mark that shows.',
    contracts: [
      thumb(partnerMark),
      jpeg({
        format: 'campaign',
        label: 'For campaigns',
        max_width: 2000,
        max_height: 2000,
        watermark: partnerMark,
        metadata: 'copyright',
      }),
    ],
  },
  {
    slug: 'public',
    name: 'Public',
    purpose: 'public listing',
    icon: 'globe',
    hue: '320',
    note: 'First version: a clean, size-limited catalog picture.',
    contracts: [
      thumb(unmarked),
      {
        ...thumb(unmarked),
        format: 'catalog',
        label: 'Catalog picture',
        media_type: 'image/png',
        max_width: 1000,
        max_height: 1000,
        compression: { palette: true, quality: 90 },
        max_bytes: 500_000,
        min_width: 320,
      },
    ],
  },
];
