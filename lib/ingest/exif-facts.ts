import readExif from 'exif-reader';

const maxText = 500;
const maxList = 16;
/** Damaged files declare thousands of tags; nobody reads them. */
const maxTags = 200;

/**
 * EXIF as JSON that PostgreSQL stores: dates as ISO 8601, no binary tags (maker notes, thumbnails), no NUL, no
 * lone surrogates, nothing endless. Null where there is none or where it can't be read: broken EXIF around sound
 * pixels is no reason to refuse a photo.
 */
export function exifFacts(exif: Buffer | undefined): Record<string, unknown> | null {
  if (!exif) return null;
  const groups = parse(exif);
  const kept = Object.entries(groups ?? {}).flatMap(([group, tags]) => {
    if (tags === null || typeof tags !== 'object' || group === 'Thumbnail') return [];
    const safe = Object.entries(tags)
      .slice(0, maxTags)
      .map(([name, value]) => [safeText(name), jsonSafe(value)] as const)
      .filter(([, value]) => value !== undefined);
    return safe.length === 0 ? [] : [[group, Object.fromEntries(safe)]];
  });
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

function parse(exif: Buffer): object | undefined {
  try {
    return readExif(exif);
  } catch {
    return undefined;
  }
}

function jsonSafe(value: unknown): unknown {
  if (typeof value === 'string') return safeText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  if (Array.isArray(value)) {
    return value.length > maxList ? undefined : value.map((member) => jsonSafe(member) ?? null);
  }
  return undefined;
}

export function safeText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().trim().slice(0, maxText).toWellFormed();
}
