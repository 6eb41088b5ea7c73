import { readSamples, toBytes } from '#lib/picture/to-srgb.ts';
import type { Size } from '../geometry.ts';
import type { Raster } from '../picture.ts';
import { RenderRefused } from '../render-protocol.ts';
import { load, type Source } from '../steps/load.ts';
import { orient } from '../steps/orient.ts';

export async function imageAspect(path: string, maxPixels: number): Promise<number> {
  const { upright } = await loadMark(path, maxPixels);
  return upright.width / upright.height;
}

/** The image in exactly this size, in sRGB whatever the picture under it is. */
export async function drawImage(path: string, size: Size, maxPixels: number): Promise<Raster> {
  const source = await loadMark(path, maxPixels);
  const way = source.toSrgb;
  const coloured = way.prepare(orient(source.open(way)));
  const sized = coloured.resize(size.width, size.height, { fit: 'fill' }).ensureAlpha();
  const { samples, width, height } = await readSamples(sized, way).catch(refuseMark);
  return { pixels: toBytes(samples), width, height };
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
