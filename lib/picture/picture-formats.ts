/** The formats that are opened, as the decoder names them after reading the bytes. */
export const pictureFormats = {
  jpeg: { label: 'JPEG', mediaType: 'image/jpeg', extension: 'jpg' },
  png: { label: 'PNG', mediaType: 'image/png', extension: 'png' },
  webp: { label: 'WebP', mediaType: 'image/webp', extension: 'webp' },
  avif: { label: 'AVIF', mediaType: 'image/avif', extension: 'avif' },
  tiff: { label: 'TIFF', mediaType: 'image/tiff', extension: 'tif' },
  gif: { label: 'GIF', mediaType: 'image/gif', extension: 'gif' },
} as const;
export type PictureFormat = keyof typeof pictureFormats;
