import sharp, { type Sharp } from 'sharp';
import type { RenderedFacts } from '#lib/derive/render-protocol.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';

export interface BareWork {
  path: string;
  contract: OutputContract;
  /** What our worker made of it: the peer writes the same pixels, and writes them as often. */
  made: RenderedFacts;
}

/** The same file by sharp alone: resize, mark, encode, decode what was written. Nothing is stored or recorded. */
export async function renderBare({ path, contract, made }: BareWork): Promise<void> {
  const { watermark, background = '#ffffff', alpha } = contract;
  const { width, height } = made;
  let pipeline = sharp(path).autoOrient().resize(width, height, { fit: 'fill' });
  if (alpha === 'forbidden') pipeline = pipeline.flatten({ background });
  if (watermark.kind === 'text') {
    const text = await sharp({
      text: {
        text: `<span foreground="${watermark.color}">${watermark.text}</span>`,
        width: Math.max(1, Math.round(width * watermark.size)),
        font: 'Noto Sans',
        rgba: true,
      },
    })
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 0 })
      .toBuffer();
    const place = watermark.tile ? { tile: true } : { gravity: 'southeast' };
    pipeline = pipeline.composite([{ input: text, ...place }]);
    if (alpha === 'forbidden') pipeline = pipeline.removeAlpha();
  }
  // A search over the encoder's settings starts each time from pixels, not from the master.
  let from = pipeline;
  if (made.cost.encodes > 1) {
    const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
    from = sharp(data, { raw: info });
  }
  let written = Buffer.alloc(0);
  for (let round = 0; round < made.cost.encodes; round += 1)
    written = await encode(from.clone(), contract, made.coding).toBuffer();
  await sharp(written).raw().toBuffer();
}

function encode(
  pipeline: Sharp,
  { media_type, compression }: OutputContract,
  coding: RenderedFacts['coding'],
): Sharp {
  const { quality = 100, colours = 256 } = coding;
  if (media_type === 'image/jpeg')
    return pipeline.jpeg({ quality, chromaSubsampling: quality >= 90 ? '4:4:4' : '4:2:0' });
  if (media_type === 'image/webp') return pipeline.webp({ quality, effort: compression.effort ?? 4 });
  return pipeline.png({ palette: true, quality, colours, effort: 4 });
}
