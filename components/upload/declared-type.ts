import { extensionIn, isAcceptedType, normalizeMediaType, typeOfName } from '#lib/upload/accepted-types.ts';

/** Names that browsers have no media type for. */
const unknownToBrowsers: Readonly<Record<string, string>> = {
  heic: 'image/heic',
  heif: 'image/heif',
  jxl: 'image/jxl',
  jp2: 'image/jp2',
  psd: 'image/vnd.adobe.photoshop',
  dng: 'image/x-raw',
  cr2: 'image/x-raw',
  cr3: 'image/x-raw',
  nef: 'image/x-raw',
  arw: 'image/x-raw',
  raf: 'image/x-raw',
  rw2: 'image/x-raw',
  orf: 'image/x-raw',
};

/** The type that a file is announced as. Nothing is read of it: the portal looks at the bytes later. */
export function declaredType(file: { name: string; type: string }): string {
  const told = normalizeMediaType(file.type);
  if (isAcceptedType(told)) return told;
  return typeOfName(file.name) ?? unknownToBrowsers[extensionIn(file.name) ?? ''] ?? told;
}
