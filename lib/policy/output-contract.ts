import { z } from 'zod';
import { markTextFault } from './mark-text.ts';
import { slug } from './slug.ts';

const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'Give a colour such as #ffffff.');

export const mediaTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'] as const;
export type MediaType = (typeof mediaTypes)[number];

export const extensionOf: Readonly<Record<MediaType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
};

export const anchors = [
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const;
export type Anchor = (typeof anchors)[number];

/** What a text mark and an image mark share. Lengths relative to the output are fractions of its short side. */
const placement = {
  /** From 0.05: a mark that nobody can see would be `none` without saying so. */
  opacity: z.number().min(0.05, 'Below 5 % nobody sees the mark: choose “none” instead.').max(1),
  /** Where a single mark stands; left out when it is tiled. */
  anchor: z.enum(anchors).optional(),
  /** Repeats the mark over the whole picture, `spacing` marks apart. */
  tile: z.strictObject({ spacing: z.number().min(0).max(5) }).optional(),
  /** Distance from the edge, of the short side. */
  margin: z.number().min(0).max(0.4).default(0.03),
  /** The width of the unturned mark. Above 1, a mark of a wide picture may be wider than its short side. */
  size: z.number().min(0.01).max(3),
  /** The least height of the mark in pixels. */
  min_px: z.number().int().min(1).max(2000),
  /** What happens where the mark does not fit at `min_px`. */
  below_min: z.enum(['smaller', 'hidden', 'refuse']).default('smaller'),
  rotation: z.number().min(-180).max(180).default(0),
  /** Soft and straight behind the mark, so that it shows on light and dark. */
  shadow: z.enum(['none', 'dark', 'light']).default('none'),
};

const textMark = z.strictObject({
  kind: z.literal('text'),
  text: z
    .string()
    .trim()
    .min(1, 'Write the text of the mark.')
    .max(200)
    // Marks, separators and format characters alone draw nothing, and control characters are no XML.
    .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, 'Write at least one letter, digit or sign.')
    .regex(/^[^\p{Cc}\p{Cs}\p{Co}\p{Cn}]*$/u, 'Leave out control characters and line breaks.'),
  color: color.default('#ffffff'),
  /** A contrasting edge around the letters, so that they show on light and dark. */
  outline: z.enum(['none', 'dark', 'light']).default('dark'),
  ...placement,
});

const imageMark = z.strictObject({
  kind: z.literal('image'),
  /** SHA-256 of a master that holds the mark. */
  image_id: z.string().regex(/^[0-9a-f]{64}$/, 'Choose an uploaded image.'),
  ...placement,
});

export const watermarkRule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  textMark,
  imageMark,
]);
export type WatermarkRule = z.output<typeof watermarkRule>;
export type TextMark = z.output<typeof textMark>;
export type ImageMark = z.output<typeof imageMark>;

// 10,000 keeps below what the encoders can do: 16,383 px for WebP and 16,384 px for AVIF.
const side = z.number().int().min(16, 'At least 16 px.').max(10_000, 'At most 10,000 px.');

/**
 * What one file of one audience must be. Validated when a policy version is written, stored in the version and
 * copied whole into each job, so that no later change can alter what was asked for.
 */
export const outputContract = z
  .strictObject({
    format: slug,
    /** The format in people's words, such as "For slides". */
    label: z.string().trim().min(1).max(60),
    media_type: z.enum(mediaTypes),
    max_width: side,
    max_height: side,
    fit: z.enum(['inside', 'cover', 'pad']),
    focal: z.enum(['respected', 'ignored']).default('ignored'),
    compression: z.strictObject({
      /** 1 to 100. For PNG it is what the palette aims at, and says nothing where there is none. */
      quality: z.number().int().min(1).max(100).optional(),
      /** PNG only: at most 256 colours. Left out, a palette is used only where `max_bytes` needs it. */
      palette: z.boolean().optional(),
      effort: z.number().int().min(0).max(10).optional(),
      /** WebP and AVIF only. */
      lossless: z.boolean().optional(),
    }),
    max_bytes: z.number().int().min(1000, 'At least 1,000 bytes.').optional(),
    /** The least width that keeping `max_bytes` may shrink the file to; left out, it may not shrink it. */
    min_width: side.optional(),
    render: z.enum(['at_approval', 'on_demand']),
    alpha: z.enum(['required', 'allowed', 'forbidden']),
    /** What stands behind a picture that must not be transparent, and in the padding. White where left out. */
    background: color.optional(),
    watermark: watermarkRule,
    color_profile: z.enum(['srgb', 'keep']).default('srgb'),
    /** `traceable`: the rights lines, and the derivative's own name as `lib/policy/trace-key.ts` writes it. */
    metadata: z.enum(['strip', 'copyright', 'traceable']).default('strip'),
  })
  .superRefine((contract, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: path.split('.'), message });
    const { media_type, compression, watermark } = contract;
    if (media_type === 'image/jpeg' && contract.alpha !== 'forbidden')
      refuse('alpha', 'JPEG has no transparency: choose “forbidden”.');
    if (compression.palette && media_type !== 'image/png')
      refuse('compression.palette', 'Only PNG has a palette.');
    if (compression.lossless && media_type !== 'image/webp' && media_type !== 'image/avif')
      refuse('compression.lossless', 'Only WebP and AVIF can be lossless.');
    if (compression.effort !== undefined && media_type === 'image/webp' && compression.effort > 6)
      refuse('compression.effort', 'WebP effort ends at 6.');
    if (compression.effort !== undefined && media_type === 'image/avif' && compression.effort > 9)
      refuse('compression.effort', 'AVIF effort ends at 9.');
    if (contract.min_width !== undefined && contract.max_bytes === undefined)
      refuse('min_width', 'A least width only means something with a size limit.');
    if (contract.min_width !== undefined && contract.min_width > contract.max_width)
      refuse('min_width', 'The least width is above the greatest.');
    if (watermark.kind !== 'none' && (watermark.anchor === undefined) === (watermark.tile === undefined))
      refuse('watermark.anchor', 'Place the mark at an anchor or tile it: one of the two.');
  });
export type OutputContract = z.output<typeof outputContract>;

/**
 * All contracts of one policy version that is written now. Formats are unique; a `thumb` is there, since grids show
 * derivatives only; the texts of marks are held to rules that older versions need not obey.
 */
export const policyContracts = z
  .array(outputContract)
  .min(1)
  .max(20)
  .superRefine((contracts, context) => {
    const formats = contracts.map((contract) => contract.format);
    for (const [index, format] of formats.entries()) {
      if (formats.indexOf(format) !== index)
        context.addIssue({ code: 'custom', path: [index, 'format'], message: `“${format}” stands twice.` });
    }
    for (const [index, { watermark }] of contracts.entries()) {
      const message = watermark.kind === 'text' ? markTextFault(watermark.text) : undefined;
      if (message) context.addIssue({ code: 'custom', path: [index, 'watermark', 'text'], message });
    }
    if (!formats.includes('thumb'))
      context.addIssue({
        code: 'custom',
        path: [],
        message: 'A policy needs a format named “thumb” for the grids.',
      });
  });
