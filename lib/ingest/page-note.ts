import { type PictureFormat, pictureFormats } from '#lib/picture/picture-formats.ts';

/** What the editor is told where a file has more pictures than the one that is used. */
export function pageNote(format: PictureFormat, pages: number): string | undefined {
  if (pages <= 1) return undefined;
  const { label } = pictureFormats[format];
  if (format === 'tiff') return `TIFF with ${pages} pages: only the first is used.`;
  if (format === 'avif') return `AVIF with ${pages} pictures: only the main one is used.`;
  return `Animated ${label} with ${pages} frames: only the first is used.`;
}
