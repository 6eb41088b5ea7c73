import { createHash } from 'node:crypto';
import { z } from 'zod';

const fraction = z.number().min(0).max(1);
const line = z.string().trim().min(1).max(500);

/**
 * What an editor changed about a version without touching the master. Everything here reaches pixels or metadata
 * of derivatives, so it is part of the source hash; titles and alt texts are not, and re-render nothing.
 */
export const versionEdits = z.strictObject({
  /** The point of interest, as fractions of the upright picture (after the crop, where there is one). */
  focal: z.strictObject({ x: fraction, y: fraction }).optional(),
  /** Fractions of the upright picture. */
  crop: z
    .strictObject({ left: fraction, top: fraction, width: fraction, height: fraction })
    .refine(
      (crop) =>
        crop.width > 0 && crop.height > 0 && crop.left + crop.width <= 1 && crop.top + crop.height <= 1,
      'The crop lies outside the picture.',
    )
    .optional(),
  /** Replaces what the master says of itself, where a contract keeps the rights line. */
  rights: z
    .strictObject({ creator: line.optional(), rights: line.optional(), credit: line.optional() })
    .optional(),
});
export type VersionEdits = z.output<typeof versionEdits>;

/** The master's own hash, or SHA-256 over it and the canonical edits where a version has any. */
export function sourceHash(masterSha256: string, edits: VersionEdits | null | undefined): string {
  const canonical = canonicalJson(edits ?? {});
  if (canonical === '{}') return masterSha256;
  return createHash('sha256').update(`${masterSha256}\n${canonical}`).digest('hex');
}

/** JSON with sorted keys and without absent or empty members: one text for one meaning. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(canonical(value) ?? {});
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value)
    .map(([key, member]) => [key, canonical(member)] as const)
    .filter(([, member]) => member !== undefined && !isEmptyObject(member))
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries);
}

function isEmptyObject(value: unknown): boolean {
  return (
    value !== null && typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0
  );
}
