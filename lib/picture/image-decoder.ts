import sharp from 'sharp';

/** The loaders of the accepted formats; both names of the GIF loader that libvips builds have. */
const allowedLoaders = [
  'VipsForeignLoadJpegFile',
  'VipsForeignLoadPngFile',
  'VipsForeignLoadWebpFile',
  'VipsForeignLoadHeifFile',
  'VipsForeignLoadTiffFile',
  'VipsForeignLoadNsgifFile',
];

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: allowedLoaders });
// Every file is seen once: a cache would only keep memory and open files.
sharp.cache(false);
sharp.concurrency(2);

/** sharp, for files of strangers: it opens JPEG, PNG, WebP, AVIF, TIFF and GIF files and nothing else. */
export { sharp as imageDecoder };
