import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { makePrint } from '#lib/picture/make-print.ts';
import { atFileWidth, planGeometry, type Size } from './geometry.ts';
import type { Sheet } from './picture.ts';
import type { RenderedFacts, RenderRequest } from './render-protocol.ts';
import { shownPart } from './shown-part.ts';
import { sizeRemark } from './size-remark.ts';
import type { Coding } from './steps/codings.ts';
import { keptProfile } from './steps/colour.ts';
import { compose } from './steps/compose.ts';
import { decode } from './steps/decode.ts';
import { encode } from './steps/encode.ts';
import { fitSize } from './steps/fit-size.ts';
import { load } from './steps/load.ts';
import { verify } from './steps/verify.ts';

/** One file that was written on the way to the one that keeps the size limit. */
export interface Written extends Size {
  coding: Coding;
}

/**
 * Master and contract to a finished, verified file. In this order, a file under `steps/` each: load; then, while the
 * master streams by, orient → colour → crop → resize → alpha; on what came of it pad → watermark → encode with the
 * metadata that the contract keeps, as often as fit-size needs; verify. The same master, contract and edits give the
 * same bytes, in a worker as in a preview. Throws `RenderRefused` where they can give no file. `onWritten` hears of every
 * encode.
 */
export async function render(
  request: RenderRequest,
  onWritten: (written: Written) => void = () => undefined,
): Promise<RenderedFacts> {
  const { contract, edits, rights, traceKey, outputPath } = request;
  const metadata = { rights, traceKey };
  const lap = stopwatch();
  const source = await load(request.masterPath, request.maxPixels);
  const geometry = planGeometry(source.upright, contract, edits);
  const profile = await keptProfile(source, contract, `${outputPath}.icc`);
  const picture = await decode(source, contract, geometry, profile);
  const decode_ms = lap();

  const mark = { path: request.markPath, maxPixels: request.maxPixels };
  // Of one width only: a search tries one width at several qualities, and sheets are large.
  let sheet: Sheet | undefined;
  const remarks = new Map<number, string | undefined>();
  let encodes = 0;
  const fitted = await fitSize(contract, geometry.file.width, async (fileWidth, coding) => {
    if (sheet?.width !== fileWidth) {
      const composed = await compose(picture, atFileWidth(geometry, fileWidth), contract, mark);
      sheet = composed.sheet;
      remarks.set(fileWidth, composed.remark);
    }
    encodes += 1;
    onWritten({ width: sheet.width, height: sheet.height, coding });
    return await encode(sheet, contract, coding, metadata);
  });
  const { body, fileWidth } = fitted;
  const encode_ms = lap();

  await writeFile(outputPath, body);
  const { file } = atFileWidth(geometry, fileWidth);
  const facts = await verify(outputPath, body.length, contract, {
    file,
    metadata,
    profile: profile?.bytes,
  });
  return {
    ...facts,
    part: await printOfPart(outputPath, shownPart(geometry, source.upright)),
    sha256: createHash('sha256').update(body).digest('hex'),
    coding: fitted.coding,
    remarks: [remarks.get(fileWidth), sizeRemark(fitted, geometry.file.width, contract)].filter(
      (remark) => remark !== undefined,
    ),
    cost: { decode_ms, encode_ms, verify_ms: lap(), encodes },
  };
}

async function printOfPart(path: string, shown: string | undefined): Promise<RenderedFacts['part']> {
  if (shown === undefined) return undefined;
  return { shown, print: await makePrint(sharp(path, { limitInputPixels: false }).toColourspace('srgb')) };
}

/** Milliseconds since the last call. */
function stopwatch(): () => number {
  let before = performance.now();
  return () => {
    const since = Math.round(performance.now() - before);
    before = performance.now();
    return since;
  };
}
