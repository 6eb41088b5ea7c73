import { formatBytes } from '#lib/format.ts';
import { isAcceptedType } from '#lib/upload/accepted-types.ts';
import { refusalSentence } from '#lib/upload/refused-types.ts';
import { declaredType } from './declared-type.ts';

/** Why a file need not even be sent, as a sentence with what to do; undefined where it may be tried. */
export function refuseFile(
  file: { name: string; type: string; size: number },
  limits: { maxUploadBytes: number },
): string | undefined {
  const type = declaredType(file);
  if (!isAcceptedType(type)) return refusalSentence(type || undefined);
  if (file.size === 0) return 'The file is empty. Choose the photo again, or export it anew.';
  if (file.size > limits.maxUploadBytes)
    return `It has ${formatBytes(file.size)}, and a photo may have ${formatBytes(limits.maxUploadBytes)}. Export it with stronger compression or fewer pixels.`;
  return undefined;
}
