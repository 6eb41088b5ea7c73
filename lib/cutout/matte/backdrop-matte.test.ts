import sharp from 'sharp';
import { describe, expect, it, test } from 'vitest';
import { roverCutOut } from '#local/demo/shots/rover-shots.ts';
import { demoShot } from '#test/demo-shots.ts';
import { likenessOfMattes, type StudioSetting, studioShot } from '#test/studio-shots.ts';
import { tolerance } from '../cutout-parameters.ts';
import { type BackdropRule, backdropMatte } from './backdrop-matte.ts';
import type { Raster } from './raster.ts';
import { refineEdges } from './refine-edges.ts';

const rule: BackdropRule = { tolerance: tolerance.default, holes: 'open', feather: 0 };

/** Cut out at full size from a copy of half of it, as photos are. */
async function cut(setting: StudioSetting, changes: Partial<BackdropRule> = {}) {
  const { photo, ...shot } = await studioShot(setting);
  return cutOut({ jpeg: await photo.jpeg({ quality: 92 }).toBuffer(), ...shot }, changes);
}

async function cutOut(
  { jpeg, truth, width, height }: { jpeg: Buffer; truth: Uint8Array; width: number; height: number },
  changes: Partial<BackdropRule> = {},
) {
  const small = await sharp(jpeg)
    .resize(Math.round(width / 2))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rough = backdropMatte(
    { width: small.info.width, height: small.info.height, channels: 3, data: small.data },
    { ...rule, ...changes },
  );
  const before = await sharp(jpeg).ensureAlpha().raw().toBuffer();
  const data = Buffer.from(before);
  const picture: Raster & { channels: 4 } = { width, height, channels: 4, data };
  refineEdges(picture, rough);
  const alpha = Uint8Array.from({ length: width * height }, (_, at) => data[at * 4 + 3] as number);
  return { data, before, alpha, truth, width, height, iou: likenessOfMattes(alpha, truth) };
}

const blue = [38, 84, 170] as const;
const white = [244, 243, 240] as const;
const grey = [143, 146, 150] as const;

describe('before a plain backdrop, lit unevenly and noisy, the thing is found', () => {
  const lit = { gradient: 0.3, noise: 5, shadow: 0.45 };
  test.each([
    ['blue', { paper: blue, ...lit }, 0.97],
    ['white', { paper: white, ...lit }, 0.96],
    ['grey', { paper: grey, ...lit }, 0.95],
    ['green', { paper: [60, 170, 90] as const, ...lit }, 0.97],
    ['black', { paper: [24, 24, 26] as const, noise: 4, colors: ['#d8a24a', '#e8e4da'] as const }, 0.96],
  ])('%s', async (_, setting, floor) => {
    expect((await cut(setting)).iou).toBeGreaterThan(floor);
  });

  it('also where it touches the border on two sides', async () => {
    const { iou } = await cut({ paper: blue, width: 420, height: 600, ...lit });
    expect(iou).toBeGreaterThan(0.96);
  });
});

describe('a rendered toy with white, grey and black parts, on rendered paper in its own shadow, is found', () => {
  // What is white on white and grey on grey is known by its edges alone: people look at the preview.
  test.each([
    ['blue', '#2f66c8', 0.97],
    ['white', '#f6f5f2', 0.84],
    ['grey', '#8f9296', 0.84],
  ])('on %s', async (_, paper, floor) => {
    expect((await cutOut(await demoShot(roverCutOut(), paper, 720))).iou).toBeGreaterThan(floor);
  });
});

describe('a hole that shows the backdrop', () => {
  const inHole = (alpha: Uint8Array, width: number, height: number) =>
    alpha[Math.round(height * 0.42) * width + Math.round(width / 2)];

  it('is open by default, and stays where it is to be filled', async () => {
    const open = await cut({ paper: grey });
    expect(inHole(open.alpha, open.width, open.height)).toBe(0);
    const filled = await cut({ paper: grey }, { holes: 'filled' });
    expect(inHole(filled.alpha, filled.width, filled.height)).toBe(255);
  });
});

describe('a soft edge', () => {
  it('carries the thing’s colour and no rim of the backdrop', async () => {
    const { data, alpha } = await cut({ paper: blue, colors: ['#d8b020', '#d8b020'] });
    const soft = [...alpha.keys()].filter((at) => (alpha[at] as number) > 60 && (alpha[at] as number) < 200);
    expect(soft.length).toBeGreaterThan(100);
    // Of the thing's own 0x20 JPEG makes some 50; left in, the backdrop would make it 100.
    const blueOf = soft.map((at) => data[at * 4 + 2] as number);
    expect(blueOf.reduce((sum, part) => sum + part, 0) / soft.length).toBeLessThan(0x20 + 28);
  });

  it('set on the backdrop again gives the photo again', async () => {
    const { data, before, truth } = await cut({ paper: blue });
    const off: number[] = [];
    for (const [at, cover] of truth.entries()) {
      if (cover < 40 || cover > 215) continue;
      const alpha = (data[at * 4 + 3] as number) / 255;
      for (let part = 0; part < 3; part += 1) {
        const again = (data[at * 4 + part] as number) * alpha + (blue[part] as number) * (1 - alpha);
        off.push(Math.abs(again - (before[at * 4 + part] as number)));
      }
    }
    expect(off.length).toBeGreaterThan(1000);
    expect(off.reduce((sum, each) => sum + each, 0) / off.length).toBeLessThan(5);
  });
});

test('a higher tolerance takes more away, a lower one less', async () => {
  const kept = async (tolerance: number) => {
    const { alpha } = await cut({ paper: white, shadow: 0.6, gradient: 0.2 }, { tolerance });
    return alpha.reduce((sum, part) => sum + part, 0);
  };
  const [strict, usual, lax] = [await kept(3), await kept(12), await kept(30)];
  expect(strict).toBeGreaterThan(usual);
  expect(usual).toBeGreaterThanOrEqual(lax);
});

test.each([
  [1, 1],
  [900, 1],
  [1, 900],
  [3, 5],
])('a picture of %i × %i is taken as well', (width, height) => {
  const data = new Uint8Array(width * height * 3).fill(200);
  const rough = backdropMatte({ width, height, channels: 3, data }, rule);
  expect(rough.cover).toHaveLength(width * height);
});
