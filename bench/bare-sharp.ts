import sharp, { type Sharp } from 'sharp';
import { avifEffort } from '#lib/derive/avif-effort.ts';
import type { Written } from '#lib/derive/render.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';

export interface BareWork {
  path: string;
  contract: OutputContract;
  /** Every file that our renderer wrote until one kept the limit: the peer writes the same, at the same sizes. */
  written: readonly Written[];
}

type Size = Pick<Written, 'width' | 'height'>;

/**
 * The same files by sharp alone: resize, mark, encode, decode the last one whole. Nothing is looked for, checked, hashed
 * or stored. One encode streams from the master to the file; several start from the pixels, as anyone would have it.
 */
export async function renderBare({ path, contract, written }: BareWork): Promise<number> {
  const [first, ...more] = written;
  if (!first) throw new Error('nothing was written');
  const scaled = fromMaster(path, contract, first);
  if (more.length === 0)
    return await reread(await write(await marked(scaled, contract, first), contract, first));
  const pixels = await pixelsOf(scaled);
  let sheet: { width: number; pixels: Pixels } | undefined;
  let file: Buffer = Buffer.alloc(0);
  for (const attempt of written) {
    if (sheet?.width !== attempt.width) {
      const sized =
        attempt.width === first.width
          ? pixels.open()
          : pixels.open().resize(attempt.width, attempt.height, { fit: 'fill' });
      sheet = { width: attempt.width, pixels: await pixelsOf(await marked(sized, contract, attempt)) };
    }
    file = await write(sheet.pixels.open(), contract, attempt);
  }
  return await reread(file);
}

function fromMaster(
  path: string,
  { background = '#ffffff', alpha, fit }: OutputContract,
  { width, height }: Size,
): Sharp {
  const way = fit === 'inside' ? 'fill' : fit === 'pad' ? 'contain' : 'cover';
  const scaled = sharp(path, { sequentialRead: true })
    .autoOrient()
    .resize(width, height, { fit: way, background });
  return alpha === 'forbidden' ? scaled.flatten({ background }) : scaled;
}

async function marked(pipeline: Sharp, { watermark, alpha }: OutputContract, size: Size): Promise<Sharp> {
  if (watermark.kind !== 'text') return pipeline;
  const key = JSON.stringify([watermark.text, watermark.size, size]);
  const input = marks.get(key) ?? (await drawMark(watermark, size));
  marks.set(key, input);
  const place = watermark.tile ? { tile: true } : { gravity: 'southeast' };
  const stamped = pipeline.composite([{ input, ...place }]);
  return alpha === 'forbidden' ? stamped.removeAlpha() : stamped;
}

/** Drawn once a size, as ours are. */
const marks = new Map<string, Buffer>();

async function drawMark(
  { text, color, size: share }: Extract<OutputContract['watermark'], { kind: 'text' }>,
  { width, height }: Size,
): Promise<Buffer> {
  const words = `<span foreground="${color}">${text}</span>`;
  const across = Math.max(1, Math.round(Math.min(width, height) * share));
  return await sharp({ text: { text: words, width: across, font: 'Noto Sans', rgba: true } })
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

interface Pixels {
  open(): Sharp;
}

async function pixelsOf(pipeline: Sharp): Promise<Pixels> {
  const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
  return { open: () => sharp(data, { raw: info }) };
}

async function write(
  pipeline: Sharp,
  contract: OutputContract,
  { width, height, coding }: Written,
): Promise<Buffer> {
  const { quality = 100, colours } = coding;
  const { effort, lossless = false } = contract.compression;
  switch (contract.media_type) {
    case 'image/jpeg':
      return await pipeline
        .jpeg({ quality, chromaSubsampling: quality >= 90 ? '4:4:4' : '4:2:0' })
        .toBuffer();
    case 'image/webp':
      return await pipeline.webp({ quality, lossless, effort: effort ?? 4 }).toBuffer();
    case 'image/avif':
      return await pipeline
        .avif({ quality, lossless, effort: avifEffort(width * height, contract) })
        .toBuffer();
    case 'image/png':
      return colours === undefined
        ? await pipeline.png({ compressionLevel: effort ?? 6 }).toBuffer()
        : await pipeline.png({ palette: true, quality, colours, effort: effort ?? 4 }).toBuffer();
  }
}

async function reread(file: Buffer): Promise<number> {
  return (await sharp(file).raw().toBuffer()).length;
}
