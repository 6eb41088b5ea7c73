import { imageDecoder } from '#lib/picture/image-decoder.ts';
import type { CutRequest } from './cutout-protocol.ts';
import { backdropMatte, backdropSide } from './matte/backdrop-matte.ts';
import { modelMatte } from './matte/model-matte.ts';
import type { Raster } from './matte/raster.ts';
import type { RoughMatte } from './matte/rough-matte.ts';
import { loadRemover } from './removers/load-remover.ts';
import { pictureSide, type RemoverAlpha } from './removers/remover.ts';

/** `feather` in pixels of the picture. */
export async function findMatte(
  picture: Raster,
  { parameters, remover, feather }: Pick<CutRequest, 'parameters' | 'remover'> & { feather: number },
): Promise<RoughMatte> {
  const { modulePath, pluginsFolder } = remover;
  const small = await smallCopy(picture, modulePath === null ? backdropSide : pictureSide);
  const smallFeather = (feather * small.width) / picture.width;
  if (modulePath === null) return backdropMatte(small, { ...parameters, feather: smallFeather });
  const { findAlpha } = await loadRemover(modulePath, pluginsFolder);
  const { width, height, data } = small;
  const found = await findAlpha({ width, height, rgb: data });
  return modelMatte(small, await coverOf(found, small), smallFeather);
}

/** On white, where the picture itself is transparent: that is what it shows then. */
async function smallCopy({ width, height, channels, data }: Raster, side: number): Promise<Raster> {
  const made = await imageDecoder(data, { raw: { width, height, channels }, limitInputPixels: false })
    .flatten({ background: '#ffffff' })
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: made.info.width, height: made.info.height, channels: 3, data: made.data };
}

async function coverOf({ width, height, alpha }: RemoverAlpha, size: Raster): Promise<Float32Array> {
  if (alpha.length !== width * height)
    throw new Error(`Expected ${width * height} bytes of alpha but the remover gave ${alpha.length}`);
  const fitted = await imageDecoder(alpha, { raw: { width, height, channels: 1 } })
    .resize(size.width, size.height, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return Float32Array.from(fitted, (part) => part / 255);
}
