const mebibyte = 1024 * 1024;
/** S3's own bounds: every part but the last has at least 5 MiB, and there are at most 10,000. */
const smallestPartBytes = 5 * mebibyte;
const mostParts = 10_000;

/** The size of each part but the last. It must be the same when an upload is taken up again. */
export function partBytes(fileBytes: number, preferredBytes: number): number {
  return Math.max(preferredBytes, smallestPartBytes, Math.ceil(fileBytes / mostParts));
}

/** No file of this size has more parts, whatever part size its sender chose. */
export function maxParts(fileBytes: number): number {
  return Math.min(mostParts, Math.max(1, Math.ceil(fileBytes / smallestPartBytes)));
}
