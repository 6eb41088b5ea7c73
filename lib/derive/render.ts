import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { planGeometry, shrinkGeometry } from './geometry.ts';
import type { Picture } from './picture.ts';
import type { RenderedFacts, RenderRequest } from './render-protocol.ts';
import { type Coding, listCodings } from './steps/codings.ts';
import { keptProfile } from './steps/colour.ts';
import { decode } from './steps/decode.ts';
import { encode } from './steps/encode.ts';
import { type Fitted, fitSize } from './steps/fit-size.ts';
import { load } from './steps/load.ts';
import { pad } from './steps/pad.ts';
import { verify } from './steps/verify.ts';
import { watermark } from './steps/watermark.ts';

/**
 * Master and contract to a finished, verified file: load → orient → colour → resize → alpha → pad → watermark →
 * encode, within the size limit and with the metadata the contract keeps → verify. The same master, contract and
 * edits give the same bytes, in a worker as in a preview. Throws `RenderRefused` where they can give no file.
 */
export async function render(request: RenderRequest): Promise<RenderedFacts> {
  const { contract, edits, rights, outputPath } = request;
  const started = performance.now();
  const source = await load(request.masterPath, request.maxPixels);
  const geometry = planGeometry(source.upright, contract, edits);
  const profile = await keptProfile(source, contract, `${outputPath}.icc`);
  const picture = await decode(source, contract, geometry, profile);
  const decoded = performance.now();

  const remarks = new Map<number, string | undefined>();
  let encodes = 0;
  const fitted = await fitSize(contract, geometry.file.width, async (fileWidth, coding) => {
    encodes += 1;
    const sheet = await compose(picture, fileWidth);
    return await encode(sheet, contract, coding, rights);
  });
  const encoded = performance.now();
  const { body } = fitted;
  await writeFile(outputPath, body);
  const { file } = sheetPlan(fitted.fileWidth);
  const facts = await verify(outputPath, body.length, contract, { file, rights, profile: profile?.bytes });
  return {
    ...facts,
    sha256: createHash('sha256').update(body).digest('hex'),
    coding: fitted.coding,
    remarks: [remarks.get(fitted.fileWidth), sizeRemark(fitted, geometry.file.width)].filter(
      (remark) => remark !== undefined,
    ),
    cost: {
      decode_ms: Math.round(decoded - started),
      encode_ms: Math.round(encoded - decoded),
      verify_ms: Math.round(performance.now() - encoded),
      encodes,
    },
  };

  function sheetPlan(fileWidth: number) {
    return fileWidth === geometry.file.width ? geometry : shrinkGeometry(geometry, fileWidth);
  }

  /** Padding and mark belong to the file's final size: a smaller file gets a mark drawn for it, not a shrunken one. */
  async function compose(full: Picture, fileWidth: number) {
    const plan = sheetPlan(fileWidth);
    const sized = await scaled(full, plan.placed);
    const sheet = await pad(sized, plan, contract);
    const mark = { path: request.markPath, maxPixels: request.maxPixels };
    remarks.set(fileWidth, await watermark(sheet, contract, mark));
    return sheet;
  }

  function sizeRemark({ fileWidth, coding }: Fitted, fullWidth: number): string | undefined {
    const given: string[] = [];
    if (fileWidth < fullWidth) given.push(`${fileWidth} instead of ${fullWidth} px width`);
    if (JSON.stringify(coding) !== JSON.stringify(listCodings(contract).levels[0]))
      given.push(codingInWords(coding));
    if (given.length === 0) return undefined;
    return `To keep ${contract.max_bytes?.toLocaleString('en')} bytes, the file has ${given.join(' and ')}.`;
  }
}

function codingInWords({ quality, colours }: Coding): string {
  return colours === undefined ? `quality ${quality}` : `${colours} colours`;
}

/** A copy in every case: the mark is drawn onto it, and other sizes need the clean picture. */
async function scaled(
  picture: Picture,
  { width, height }: { width: number; height: number },
): Promise<Picture> {
  if (picture.width === width && picture.height === height)
    return { ...picture, pixels: Buffer.from(picture.pixels) };
  const { channels } = picture;
  const raw = { width: picture.width, height: picture.height, channels };
  const pixels = await sharp(picture.pixels, { raw, limitInputPixels: false })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
  return { ...picture, pixels, width, height };
}
