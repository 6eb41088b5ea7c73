import { mkdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { render } from '#lib/derive/render.ts';
import { RenderRefused } from '#lib/derive/render-protocol.ts';
import { encode } from '#lib/derive/steps/encode.ts';
import { hashDistance, hashSide, perceptualHash } from '#lib/picture/perceptual-hash.ts';
import { type OutputContract, outputContract } from '#lib/policy/output-contract.ts';
import { corpusFolder, readCorpus } from '#test/corpus.ts';
import { drawnPhoto } from './drawn-photos.ts';
import { type Pixels, psnr, ssim } from './fidelity.ts';
import { median } from './median.ts';

/**
 * What a photo looks like under a byte limit, beside the rule that imgproxy documents for `max_bytes`: write the file,
 * and while it is too large, lower the quality by a factor that the overshoot picks, down to 10. Both start at the same
 * quality, from the same pixels, in the same encoder with the same effort; only the search differs. Goal: +0.5 dB for
 * JPEG and WebP, +3 dB for AVIF.
 */
const types = [
  { media_type: 'image/jpeg', quality: 80, goal: 0.5 },
  { media_type: 'image/webp', quality: 79, goal: 0.5 },
  { media_type: 'image/avif', quality: 63, goal: 3 },
] as const;
/** Of the bytes that the photo has at the contract's own quality. */
const shares = [0.8, 0.6, 0.45, 0.3];
const drawn = 8;
const scratch = path.join(os.tmpdir(), 'blazon-quality-bench');
mkdirSync(scratch, { recursive: true });
sharp.cache(false);
sharp.concurrency(1);

const photos = [...(await drawPhotos()), ...(await corpusPhotos())];
console.log(`  ${photos.length} photos, at most 1000 px, each under ${shares.length} limits`);
for (const { media_type, quality, goal } of types) {
  const gains: { db: number; ssim: number }[] = [];
  const filled = { ours: [] as number[], peer: [] as number[] };
  const encodes = { ours: [] as number[], peer: [] as number[] };
  const broken = { refused: 0, oversize: 0 };
  for (const photo of photos) {
    const contract = contractOf({ media_type, compression: { quality } });
    const pixels = await referenceOf(photo);
    const full = (await write(pixels, contract, quality)).length;
    for (const share of shares) {
      const limit = Math.max(1000, Math.floor(full * share));
      const ours = await renderOurs(photo, contractOf({ ...contract, max_bytes: limit }));
      const peer = await stepDown(pixels, contract, quality, limit);
      if (peer.body.length > limit) broken.oversize += 1;
      if (!ours) broken.refused += 1;
      if (!ours || peer.body.length > limit) continue;
      const [mine, theirs] = [await pixelsOf(ours.body), await pixelsOf(peer.body)];
      gains.push({
        db: psnr(mine, pixels) - psnr(theirs, pixels),
        ssim: ssim(mine, pixels) - ssim(theirs, pixels),
      });
      filled.ours.push(ours.body.length / limit);
      filled.peer.push(peer.body.length / limit);
      encodes.ours.push(ours.encodes);
      encodes.peer.push(peer.encodes);
    }
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const percent = (values: readonly number[]) => `${(100 * mean(values)).toFixed(1)} %`;
  const db = gains.map((gain) => gain.db);
  console.log(
    `  ${media_type}: ${signed(mean(db), 2)} dB (goal ${signed(goal, 1)}), median ${signed(median(db), 2)}, worst ${signed(Math.min(...db), 2)}, SSIM ${signed(mean(gains.map((gain) => gain.ssim)), 4)}`,
  );
  console.log(
    `    of the limit: ours ${percent(filled.ours)}, stepping down ${percent(filled.peer)}; encodes: ${mean(encodes.ours).toFixed(1)} and ${mean(encodes.peer).toFixed(1)}; left out of ${photos.length * shares.length}: ${broken.oversize} that stepping down delivered too large, ${broken.refused} that we refused`,
  );
}

/** imgproxy 3.30: quality × 0.25 above 3 times the limit, × 0.5 above 1.5 times, else × 0.75; 10 and less is the end. */
async function stepDown(pixels: Pixels, contract: OutputContract, start: number, limit: number) {
  let quality = start;
  for (let encodes = 1; ; encodes += 1) {
    const body = await write(pixels, contract, quality);
    if (body.length <= limit || quality <= 10) return { body, encodes };
    const overshoot = body.length / limit;
    const factor = overshoot > 3 ? 0.25 : overshoot > 1.5 ? 0.5 : 0.75;
    quality = Math.max(1, Math.min(quality - 1, Math.trunc(quality * factor)));
  }
}

/** With the encoder settings of our own renders. */
async function write({ data, ...size }: Pixels, contract: OutputContract, quality: number): Promise<Buffer> {
  const picture = { ...size, pixels: data, channels: 3, profile: undefined } as const;
  return await encode(picture, contract, { quality }, { rights: undefined, traceKey: undefined });
}

async function renderOurs(photo: string, contract: OutputContract) {
  try {
    const { facts, body } = await renderFile(photo, contract);
    return { body, encodes: facts.cost.encodes };
  } catch (error) {
    if (error instanceof RenderRefused) return undefined;
    throw error;
  }
}

async function referenceOf(photo: string): Promise<Pixels> {
  return await pixelsOf((await renderFile(photo, contractOf({ media_type: 'image/png' }))).body);
}

async function renderFile(photo: string, contract: OutputContract) {
  const outputPath = path.join(scratch, 'rendered');
  const facts = await render({
    masterPath: photo,
    markPath: undefined,
    outputPath,
    contract,
    edits: null,
    rights: undefined,
    traceKey: undefined,
    maxPixels: 100_000_000,
  });
  return { facts, body: readFileSync(outputPath) };
}

function contractOf(changes: object): OutputContract {
  return outputContract.parse({
    format: 'limited',
    label: 'Limited',
    max_width: 1000,
    max_height: 1000,
    fit: 'inside',
    compression: {},
    render: 'at_approval',
    alpha: 'forbidden',
    watermark: { kind: 'none' },
    ...changes,
  });
}

async function pixelsOf(file: Buffer | string): Promise<Pixels> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function drawPhotos(): Promise<string[]> {
  const files: string[] = [];
  for (let number = 0; number < drawn; number += 1) files.push(await drawnPhoto(scratch, 2 * number));
  return files;
}

/** Every camera's photo of the corpus once: some lie there turned in eight ways. */
async function corpusPhotos(): Promise<string[]> {
  const folder = corpusFolder();
  const photos: { file: string; hash: string }[] = [];
  for (const { path: file, outcomes } of folder === undefined ? [] : readCorpus(folder)) {
    const [outcome] = outcomes;
    if (outcomes.length !== 1 || outcome?.state !== 'accepted' || outcome.pages > 1) continue;
    const isLossy = ['image/jpeg', 'image/webp', 'image/avif'].includes(outcome.type);
    if (!isLossy || outcome.width * outcome.height < 600_000) continue;
    // What is nearly of one colour is kept exactly at any quality: nothing to compare.
    if ((await sharp(file).stats()).entropy < 5) continue;
    const hash = await hashOf(file);
    if (photos.every((other) => hashDistance(other.hash, hash) > 10)) photos.push({ file, hash });
  }
  return photos.map(({ file }) => file);
}

async function hashOf(file: string): Promise<string> {
  const grey = sharp(file).autoOrient().resize(hashSide, hashSide, { fit: 'fill' }).greyscale();
  return perceptualHash(await grey.toColourspace('b-w').raw().toBuffer());
}

function signed(value: number, digits: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`;
}
