const imageExtension = /\.(jpe?g|jpe|jfif|png|webp|avif|tiff?|gif)$/i;

/** Extensions that name the same type: a right one is kept as the person wrote it. */
const usual: Readonly<Record<string, string>> = { jpeg: 'jpg', jpe: 'jpg', jfif: 'jpg', tiff: 'tif' };

/** What a derivative is called on the disk of the person who downloads it: whose it is, which format, what type. */
export function derivativeFileName(
  asset: { title: string; filename: string },
  format: string,
  extension: string,
): string {
  const base = asset.title.trim() || asset.filename.replace(imageExtension, '');
  return `${safeBase(base)}-${format}.${extension}`;
}

/** The original under the name it came with; a wrong extension gives way to the one that the bytes have. */
export function originalFileName(filename: string, extension: string): string {
  const own = imageExtension.exec(filename)?.[1]?.toLowerCase();
  const kept = own !== undefined && (usual[own] ?? own) === (usual[extension] ?? extension);
  const base = own === undefined ? filename : filename.slice(0, -own.length - 1);
  return `${safeBase(base)}.${kept ? filename.slice(-own.length) : extension}`;
}

const maxBytes = 180;

/**
 * A name that no file system takes for anything but a name: without path separators, control characters and
 * direction overrides (which make `exe.gpj` read as `jpg.exe`), without dots or spaces at its ends, and short enough
 * for 255 bytes with format and extension. Letters, emoji, quotes and brackets stay as they are.
 */
function safeBase(text: string): string {
  const clean = text
    .toWellFormed()
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[/\\]/g, '-');
  return trimEnds(cutToBytes(trimEnds(clean), maxBytes)) || 'photo';
}

function trimEnds(text: string): string {
  return text.replace(/^[\s.]+|[\s.]+$/g, '');
}

/** Cut between what people see as one character, never inside it. */
function cutToBytes(text: string, limit: number): string {
  let bytes = 0;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > limit) break;
    kept += segment;
  }
  return kept;
}
