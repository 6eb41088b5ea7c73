import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp, { type Metadata } from 'sharp';
import { afterAll } from 'vitest';
import { render } from '#lib/derive/render.ts';
import type { RenderedFacts } from '#lib/derive/render-protocol.ts';
import type { Rights } from '#lib/derive/rights.ts';
import { setOwnFonts } from '#lib/fonts/mark-fonts.ts';
import { type OutputContract, outputContract } from '#lib/policy/output-contract.ts';
import type { VersionEdits } from '#lib/policy/source-hash.ts';

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
    more: { edits?: VersionEdits; rights?: Rights; traceKey?: string; mark?: Buffer } = {},
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
      traceKey: more.traceKey,
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
