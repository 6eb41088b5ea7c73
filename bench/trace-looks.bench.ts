import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { compareFiles } from '#lib/deliver/trace/compare-files.ts';
import { render } from '#lib/derive/render.ts';
import { setOwnFonts } from '#lib/fonts/mark-fonts.ts';
import { outputContract } from '#lib/policy/output-contract.ts';
import { seededPolicies } from '#lib/policy/seeded-policies.ts';
import { randomFrom } from '#local/demo/render/noise.ts';
import { drawnPhoto } from './drawn-photos.ts';

/**
 * How often a copy is seen to have the look of the file that it was made from: a mark in a corner, one all over, or
 * none. A look is named from a share of 0.75 on; below that nothing is said. TRACE_PHOTOS drawn photos.
 */
const photos = Number(process.env.TRACE_PHOTOS ?? 40);
const clearly = 0.75;
const scratch = path.join(os.tmpdir(), 'blazon-trace-bench');
mkdirSync(scratch, { recursive: true });
sharp.concurrency(1);
// The room that opens strangers' files shuts the loaders that this file needs for its own.
sharp.unblock({ operation: ['VipsForeignLoad'] });
setOwnFonts();
const random = randomFrom(3);

const looks = { internal: 'review', partner: 'campaign', teacher: 'web-small' } as const;
const copies: Readonly<Record<string, (file: Buffer) => Promise<Buffer>>> = {
  'JPEG, quality 60': (file) => sharp(file).jpeg({ quality: 60 }).toBuffer(),
  'half the size': (file) => resized(file, 0.5),
  'a quarter of the size': (file) => resized(file, 0.25),
  'edges cut by up to 4 %': (file) => cut(file, 0.04),
  'edges cut by up to 8 %': (file) => cut(file, 0.08),
};

const outcomes = new Map<string, { right: number; wrong: number; all: number }>();
for (let number = 0; number < photos; number += 1) {
  const master = await drawnPhoto(scratch, number * 2);
  const files: string[] = [];
  for (const [audience, format] of Object.entries(looks))
    files.push(await makeFile(master, audience, format));
  for (const [place, audience] of Object.keys(looks).entries())
    for (const [change, make] of Object.entries(copies)) {
      const copy = path.join(scratch, 'copy');
      writeFileSync(copy, await make(readFileSync(files[place] as string)));
      const shares = await compareFiles(copy, files, 1e8);
      const named = shares.findIndex((share) => (share ?? 0) >= clearly);
      const key = `${audience} | ${change}`;
      const outcome = outcomes.get(key) ?? { right: 0, wrong: 0, all: 0 };
      outcome.all += 1;
      if (named === place) outcome.right += 1;
      else if (named !== -1) outcome.wrong += 1;
      outcomes.set(key, outcome);
    }
}
console.log('  look | copy | named right | named wrong | nothing said');
for (const [key, { right, wrong, all }] of outcomes)
  console.log(
    `  ${[key, ...[right, wrong, all - right - wrong].map((part) => `${Math.round((part / all) * 100)} %`)].join(' | ')}`,
  );

async function makeFile(masterPath: string, audience: string, format: string): Promise<string> {
  const policy = seededPolicies.find(({ slug }) => slug === audience);
  const contract = outputContract.parse(policy?.contracts.find((each) => each.format === format));
  const outputPath = path.join(scratch, `look-${audience}`);
  const nothing = { markPath: undefined, edits: null, rights: undefined, traceKey: undefined };
  await render({ masterPath, outputPath, contract, maxPixels: 1e8, ...nothing });
  return outputPath;
}

async function resized(file: Buffer, by: number): Promise<Buffer> {
  const { width } = await sharp(file).metadata();
  return sharp(file)
    .resize(Math.round(width * by))
    .jpeg({ quality: 70 })
    .toBuffer();
}

async function cut(file: Buffer, most: number): Promise<Buffer> {
  const { width, height } = await sharp(file).metadata();
  const part = (side: number) => Math.floor(random() * most * side);
  const [left, right, top, bottom] = [part(width), part(width), part(height), part(height)];
  const kept = { left, top, width: width - left - right, height: height - top - bottom };
  return sharp(file).extract(kept).jpeg({ quality: 75 }).toBuffer();
}
