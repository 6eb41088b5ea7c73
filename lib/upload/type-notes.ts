import { type AcceptedType, acceptedTypes, extensionIn, isAcceptedType } from './accepted-types.ts';

/**
 * What the editor is told where the bytes are another type than the file's name or its sender said. The bytes
 * decide; nothing is refused for it.
 */
export function typeNotes(actual: AcceptedType, declared: string, filename: string): string[] {
  const { label, extensions } = acceptedTypes[actual];
  const extension = extensionIn(filename);
  if (extension !== undefined && !(extensions as readonly string[]).includes(extension)) {
    return [`The name ends in .${extension}; the bytes are ${label}.`];
  }
  if (declared === actual) return [];
  const said = isAcceptedType(declared) ? acceptedTypes[declared].label : declared;
  return [`It was announced as ${said}; the bytes are ${label}.`];
}
