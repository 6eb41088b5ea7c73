import type { Size } from '../geometry.ts';
import type { Raster } from '../picture.ts';
import { RenderRefused } from '../render-protocol.ts';
import { colour } from '../steps/colour.ts';
import { load, type Source } from '../steps/load.ts';
import { orient } from '../steps/orient.ts';

export async function imageAspect(path: string, maxPixels: number): Promise<number> {
  const { upright } = await loadMark(path, maxPixels);
  return upright.width / upright.height;
}

/** The image in exactly this size, in sRGB whatever the picture under it is. */
export async function drawImage(path: string, size: Size, maxPixels: number): Promise<Raster> {
  const source = await loadMark(path, maxPixels);
  const { data, info } = await colour(orient(source.open()), source, undefined)
    .resize(size.width, size.height, { fit: 'fill' })
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(refuseMark);
  return { pixels: data, width: info.width, height: info.height };
}

async function loadMark(path: string, maxPixels: number): Promise<Source> {
  return await load(path, maxPixels).catch(refuseMark);
}

function refuseMark(error: unknown): never {
  const detail = error instanceof RenderRefused ? error.detail : String(error);
  throw new RenderRefused(
    'contract_unmet',
    'The image of the mark cannot be decoded. Choose another one in the policy.',
    { detail },
  );
}
