import { z } from 'zod';

const photo = z.object({
  asset_id: z.string(),
  version: z.number(),
  title: z.string(),
  filename: z.string(),
  alt_text: z.string(),
  product: z.object({ id: z.string(), name: z.string(), sku: z.string().nullable() }),
  /** What the last approval of this version says now; of the file's audience, where there is a file. */
  rights: z.object({
    state: z.enum(['approved', 'scheduled', 'ended', 'withdrawn', 'binned', 'never']),
    sentence: z.string(),
  }),
  width: z.number(),
  height: z.number(),
  thumb_hash: z.string(),
  thumbnail_url: z.string(),
  page_url: z.string(),
});
export type TracedPhoto = z.output<typeof photo>;

const master = z.object({
  sha256: z.string(),
  media_type: z.string(),
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
});
export type TracedMaster = z.output<typeof master>;

const file = z.object({
  name: z.string(),
  source_hash: z.string(),
  audience: z.object({ slug: z.string(), name: z.string(), icon: z.string(), hue: z.string() }),
  policy_version: z.number(),
  /** `current`: of the active version. `earlier`: of one that was. */
  state: z.enum(['current', 'earlier', 'suspended', 'retired']),
  format: z.string(),
  media_type: z.string(),
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
  sha256: z.string(),
  made_at: z.string(),
  retired_at: z.string().nullable(),
  retired_reason: z.string().nullable(),
  job_id: z.string(),
  /** In words; the first sentence says why there is a mark, or none. */
  decision: z.array(z.string()),
  /** Contract and policy version in full. */
  manifest: z.looseObject({}),
  url: z.string(),
  page_url: z.string(),
  manifest_url: z.string(),
});
export type TracedFile = z.output<typeof file>;

/** What a file, a hash or a link was found to be. For staff. */
export const traceAnswer = z.object({
  found: z.enum(['file', 'master', 'photo', 'unknown']),
  /** The answer in one sentence. */
  sentence: z.string(),
  /** What else should be known, above all where something does not fit. */
  notes: z.array(z.string()),
  certainty: z.object({
    /** `exact`: by SHA-256. `key`: by what the file says of itself. `similar`: by what it shows. */
    how: z.enum(['exact', 'key', 'similar', 'link', 'none']),
    /** 0 to 1, where pictures were compared. */
    likeness: z.number().nullable(),
    sentence: z.string(),
  }),
  file: file.nullable(),
  /** Other files that have the same bytes, or may be meant, by their names. */
  other_files: z.array(z.string()),
  master: master.nullable(),
  photos: z.array(photo),
  /** Whether its audience still gets the file, in words; of a master, whether anyone gets files of it. */
  rights: z.string().nullable(),
  /** Other photos that look as much like it, and for an unknown picture the nearest. */
  alternatives: z.array(z.object({ likeness: z.number(), photo })),
});
export type TraceAnswer = z.output<typeof traceAnswer>;
