import sharp from 'sharp';
import { expect, test } from 'vitest';
import { scene } from '#test/pictures.ts';
import { comparison } from './likeness.ts';
import { makePrint } from './make-print.ts';
import { hashDistance } from './perceptual-hash.ts';
import { hashedViews, hashOfView, type Print, printHashes, printSide, wholeView } from './print.ts';

const width = 600;
const height = 400;

const printOf = (picture: Buffer): Promise<Print> => makePrint(sharp(picture));
const scenes = await Promise.all(
  Array.from({ length: 12 }, (_, at) => scene(at, width, height).png().toBuffer()),
);
const prints = await Promise.all(scenes.map(printOf));

/** A copy that lost these many pixels of 600 × 400 at its edges, at a quarter of the size and a low quality. */
async function copyOf(picture: Buffer, [left, top, right, bottom]: number[]): Promise<Print> {
  const [l, t, r, b] = [left ?? 0, top ?? 0, right ?? 0, bottom ?? 0];
  const cut = await sharp(picture)
    .extract({ left: l, top: t, width: width - l - r, height: height - t - b })
    .png()
    .toBuffer();
  return printOf(await sharp(cut).resize(150).jpeg({ quality: 50 }).toBuffer());
}

const cuts = [
  [0, 0, 0, 0],
  [48, 32, 0, 0],
  [0, 0, 48, 0],
  [24, 16, 24, 16],
  [48, 32, 48, 32],
  [0, 30, 40, 4],
];

test.each(cuts)('a small copy that lost %d, %d, %d, %d px is nearest to its own master', async (...cut) => {
  const [own = new Uint8Array()] = prints;
  const { exact } = comparison(await copyOf(scenes[0] as Buffer, cut));
  const found = exact(own);
  expect(found.likeness).toBeGreaterThan(0.85);
  expect(found.view.left).toBeCloseTo((cut[0] ?? 0) / width, 1);
  for (const other of prints.slice(1)) expect(exact(other).likeness).toBeLessThan(0.5);
});

test.each(cuts)(
  'a copy that lost %d, %d, %d, %d px hashes near one of the views of its master',
  async (...cut) => {
    const hash = hashOfView(await copyOf(scenes[0] as Buffer, cut), wholeView);
    const distances = printHashes(prints[0] as Print).map((each) => hashDistance(hash, each));
    expect(Math.min(...distances)).toBeLessThanOrEqual(14);
  },
);

test('the rough look never says more than the exact one', async () => {
  const { rough, exact } = comparison(await copyOf(scenes[3] as Buffer, [10, 20, 30, 5]));
  for (const print of prints) expect(rough(print).likeness).toBeLessThanOrEqual(exact(print).likeness);
});

test('pictures without anything to see are like nothing, not even themselves', () => {
  const flat = new Uint8Array(printSide * printSide).fill(200);
  expect(comparison(flat).exact(flat).likeness).toBe(0);
});

test('every view has a column', () => {
  expect(hashedViews).toHaveLength(8);
});
