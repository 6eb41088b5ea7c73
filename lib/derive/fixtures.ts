import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { afterAll } from 'vitest';
import { setOwnFonts } from '#lib/fonts/mark-fonts.ts';
import { type OutputContract, outputContract } from '#lib/policy/output-contract.ts';
import type { VersionEdits } from '#lib/policy/source-hash.ts';
import { render } from './render.ts';
import type { RenderedFacts } from './render-protocol.ts';
import type { Rights } from './rights.ts';

const plainContract = outputContract.parse({
  format: 'web',
  label: 'Web',
  media_type: 'image/png',
  max_width: 400,
  max_height: 400,
  fit: 'inside',
  compression: {},
  render: 'at_approval',
  alpha: 'allowed',
  watermark: { kind: 'none' },
});

export function contractWith(changes: object): OutputContract {
  return outputContract.parse({ ...plainContract, ...changes });
}

export const textMark = {
  kind: 'text',
  text: 'Preview',
  opacity: 1,
  anchor: 'bottom-right',
  size: 0.3,
  min_px: 8,
};

export interface RenderedPicture {
  facts: RenderedFacts;
  bytes: Buffer;
  metadata: Metadata;
  /** RGBA of one pixel. */
  at(x: number, y: number): [number, number, number, number];
  rgba: Buffer;
}

/** Renders in this process, as the child does it, and reads the finished file. */
export function renderMaker() {
  setOwnFonts();
  sharp.cache(false);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'blazon-render-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return async (
    master: Buffer,
    contract: OutputContract,
    more: { edits?: VersionEdits; rights?: Rights; mark?: Buffer } = {},
  ): Promise<RenderedPicture> => {
    const keep = (bytes: Buffer | undefined) => {
      if (!bytes) return undefined;
      const file = path.join(folder, randomUUID());
      writeFileSync(file, bytes);
      return file;
    };
    const outputPath = path.join(folder, `${randomUUID()}.out`);
    const facts = await render({
      masterPath: keep(master) ?? '',
      markPath: keep(more.mark),
      outputPath,
      contract,
      edits: more.edits ?? null,
      rights: more.rights,
      maxPixels: 100_000_000,
    });
    const bytes = readFileSync(outputPath);
    return { facts, bytes, ...(await readPicture(bytes)) };
  };
}

async function readPicture(bytes: Buffer): Promise<Pick<RenderedPicture, 'metadata' | 'at' | 'rgba'>> {
  const metadata = await sharp(bytes).metadata();
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const from = (y * info.width + x) * 4;
    return [...data.subarray(from, from + 4)] as [number, number, number, number];
  };
  return { metadata, at, rgba: data };
}

/** A box of one colour, as a master of any type that sharp writes. */
export function flat(width: number, height: number, background: string | object): Sharp {
  return sharp({ create: { width, height, channels: 3, background: background as string } });
}

/** Red at the top left, green at the top right, blue below: every turn and flip shows. */
export function landmark(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      pixels[(y * width + x) * 3 + (y >= height / 2 ? 2 : x < width / 2 ? 0 : 1)] = 255;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A photo-like picture: noise does not compress away. */
export function noisy(width: number, height: number): Sharp {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  return sharp({ create: { width, height, channels: 3, background: '#808080', noise } });
}

/** How many pixels of two pictures of one size differ visibly, as a share of all. */
export function shareOfDifference(one: Buffer, other: Buffer, least = 24): number {
  let different = 0;
  for (let at = 0; at < one.length; at += 4) {
    const channels = [0, 1, 2].map((channel) =>
      Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0)),
    );
    if (Math.max(...channels) >= least) different += 1;
  }
  return different / (one.length / 4);
}
