import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, describe, expect, it, test } from 'vitest';
import { ChildPool } from '#lib/child/child-pool.ts';
import { flat } from '#test/pictures.ts';
import { studioShot } from '#test/studio-shots.ts';
import { type CutoutParameters, cutoutParameters } from './cutout-parameters.ts';
import type { CutAnswer, CutRequest } from './cutout-protocol.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'blazon-cut-'));
const pool = new ChildPool<CutRequest, CutAnswer>({
  entry: 'lib/cutout/cutout-child.ts',
  size: 1,
  recycleAfter: 100,
  maxRssBytes: 1024 ** 3,
});
afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;
async function cut(
  picture: Sharp,
  changes: Partial<CutoutParameters> = {},
  more: Partial<CutRequest> = {},
): Promise<{ answer: CutAnswer; outputPath: string }> {
  files += 1;
  const [masterPath, outputPath] = ['in', 'out'].map((end) => path.join(folder, `${files}.${end}`)) as [
    string,
    string,
  ];
  await picture.toFile(masterPath);
  const parameters = { ...cutoutParameters.parse({}), ...changes };
  const remover = { modulePath: null, pluginsFolder: folder };
  const request = { masterPath, outputPath, parameters, remover, rights: null, maxPixels: 1e8, ...more };
  const answer = await pool.run({ longestSide: undefined, ...request }, { deadlineMs: 30_000 });
  return { answer, outputPath };
}

async function alphaOf(file: string) {
  const { data, info } = await sharp(file).extractChannel(3).raw().toBuffer({ resolveWithObject: true });
  return { data, ...info };
}

const shot = async (paper: readonly [number, number, number] = [38, 84, 170]) =>
  (await studioShot({ width: 300, height: 200, paper })).photo;

describe('every kind of master is cut out in 8 bits with alpha', () => {
  it.each<[string, (photo: Sharp) => Sharp]>([
    ['a progressive JPEG', (photo) => photo.jpeg({ progressive: true, quality: 95 })],
    ['a CMYK JPEG', (photo) => photo.toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 95 })],
    ['a grey PNG', (photo) => photo.greyscale().toColourspace('b-w').png()],
    ['a PNG of 16 bits', (photo) => photo.toColourspace('rgb16').png()],
    ['a WebP', (photo) => photo.webp({ quality: 95 })],
    ['an AVIF', (photo) => photo.avif({ quality: 80, effort: 0 })],
    ['a TIFF', (photo) => photo.tiff()],
    ['a GIF', (photo) => photo.gif()],
    ['a picture with alpha of its own', (photo) => photo.ensureAlpha(0.7).png()],
  ])('%s', async (_, encode) => {
    const { answer, outputPath } = await cut(encode(await shot([236, 236, 232])));
    expect(answer).toMatchObject({ state: 'made', facts: { width: 300, height: 200 } });
    const facts = await sharp(outputPath).metadata();
    expect(facts).toMatchObject({ format: 'png', depth: 'uchar', channels: 4 });
    expect((await alphaOf(outputPath)).data[0]).toBe(0);
  });
});

test('a master of 16 bits gives 8 bits in its own profile, each the nearest to what the master has', async () => {
  const master = (await shot()).withIccProfile('p3').toColourspace('rgb16').png();
  const bytes = await master.toBuffer();
  const { outputPath } = await cut(sharp(bytes).keepIccProfile().toColourspace('rgb16').png());
  const deep = await sharp(bytes)
    .keepIccProfile()
    .toColourspace('rgb16')
    .removeAlpha()
    .raw({ depth: 'ushort' })
    .toBuffer();
  const sixteen = new Uint16Array(deep.buffer, deep.byteOffset, deep.length / 2);
  const eight = await sharp(outputPath).keepIccProfile().raw().toBuffer();
  const [from, into] = await Promise.all([sharp(bytes).metadata(), sharp(outputPath).metadata()]);
  expect(from).toMatchObject({ depth: 'ushort', channels: 3 });
  expect(into).toMatchObject({ depth: 'uchar', channels: 4 });
  expect(into.icc?.equals(from.icc ?? Buffer.alloc(0))).toBe(true);
  let kept = 0;
  let furthest = 0;
  for (let at = 0; at * 4 < eight.length; at += 1) {
    if (eight[at * 4 + 3] !== 255) continue;
    kept += 1;
    for (let channel = 0; channel < 3; channel += 1) {
      const exact = (sixteen[at * 3 + channel] ?? 0) / 257;
      furthest = Math.max(furthest, Math.abs((eight[at * 4 + channel] ?? 0) - exact));
    }
  }
  expect(kept).toBeGreaterThan(1000);
  expect(furthest).toBeLessThanOrEqual(1);
});

test('where the picture itself lets the background through, the cut-out does as well', async () => {
  const { outputPath } = await cut((await shot()).ensureAlpha(0.7).png());
  const { data } = await alphaOf(outputPath);
  expect(Math.max(...data)).toBeLessThanOrEqual(179);
});

test('a feather softens the edge over its width, and nothing else', async () => {
  const widthOf = async (feather_px: number) => {
    const { outputPath } = await cut((await shot()).png(), { feather_px });
    const { data, width, height } = await alphaOf(outputPath);
    const row = data.subarray(Math.round(height * 0.35) * width, (Math.round(height * 0.35) + 1) * width);
    return {
      soft: row.filter((part) => part > 10 && part < 245).length,
      full: row.filter((part) => part > 250).length,
    };
  };
  const [sharpEdge, softEdge] = [await widthOf(0), await widthOf(8)];
  expect(softEdge.soft).toBeGreaterThan(sharpEdge.soft * 3);
  expect(softEdge.full).toBeGreaterThan(0);
});

test('a preview is the cut-out at reduced size', async () => {
  const { answer, outputPath } = await cut((await shot()).png(), {}, { longestSide: 150 });
  expect(answer).toMatchObject({ state: 'made', facts: { width: 150, height: 100 } });
  const whole = await cut((await shot()).png());
  const kept = (one: CutAnswer) => (one.state === 'made' ? one.facts.kept_part : 0);
  expect(Math.abs(kept(answer) - kept(whole.answer))).toBeLessThan(0.01);
  expect((await sharp(outputPath).metadata()).format).toBe('webp');
});

describe('what would be no cut-out is refused with what helps', () => {
  it.each([
    ['an empty backdrop', flat(60, 40, '#3060a0').png(), /Lower the tolerance/],
    ['a strip of one pixel', flat(400, 1, '#3060a0').png(), /Lower the tolerance/],
  ])('%s', async (_, picture, words) => {
    const { answer } = await cut(picture);
    expect(answer).toMatchObject({ state: 'refused', code: 'contract_unmet' });
    expect(answer.state === 'refused' && answer.message).toMatch(words);
  });

  it('a file that cannot be decoded any more', async () => {
    const { answer } = await cut((await shot()).png(), {}, { masterPath: path.join(folder, 'nothing') });
    expect(answer).toMatchObject({ state: 'refused', code: 'source_invalid' });
  });
});
