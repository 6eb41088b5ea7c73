/** The pictures that may become a master, by the media type of their bytes. Pure: the upload page reads it too. */
export const acceptedTypes = {
  'image/jpeg': { label: 'JPEG', extensions: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  'image/png': { label: 'PNG', extensions: ['png', 'apng'] },
  'image/webp': { label: 'WebP', extensions: ['webp'] },
  'image/avif': { label: 'AVIF', extensions: ['avif'] },
  'image/tiff': { label: 'TIFF', extensions: ['tif', 'tiff'] },
  'image/gif': { label: 'GIF', extensions: ['gif'] },
} as const satisfies Record<string, { label: string; extensions: readonly [string, ...string[]] }>;

export type AcceptedType = keyof typeof acceptedTypes;

/** In words, for sentences: "JPEG, PNG, WebP, AVIF, TIFF or GIF". */
export const acceptedInWords = Object.values(acceptedTypes)
  .map(({ label }) => label)
  .join(', ')
  .replace(/, (\w+)$/, ' or $1');

export function isAcceptedType(mediaType: string): mediaType is AcceptedType {
  return Object.hasOwn(acceptedTypes, mediaType);
}

/** The extension of the landing object: ours, never the one in the person's file name. */
export function extensionOf(type: AcceptedType): string {
  return acceptedTypes[type].extensions[0];
}

/** The media type as it is compared and stored: lower case, without parameters. */
export function normalizeMediaType(declared: string): string {
  return (declared.split(';')[0] ?? '').trim().toLowerCase();
}

/** What follows the last dot of a file name, in lower case; nothing for `name`, `.name` and `name.`. */
export function extensionIn(filename: string): string | undefined {
  return /[^/\\]\.([^./\\\s]+)$/.exec(filename)?.[1]?.toLowerCase();
}

/** The type that a file name promises, for browsers that give none. */
export function typeOfName(filename: string): AcceptedType | undefined {
  const extension = extensionIn(filename);
  const found = Object.entries(acceptedTypes).find(([, { extensions }]) =>
    (extensions as readonly string[]).includes(extension ?? ''),
  );
  return found?.[0] as AcceptedType | undefined;
}
