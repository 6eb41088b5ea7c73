import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type Classification, classify } from './classify.ts';

async function classified(svg: string, noise = 0): Promise<Classification> {
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let state = 7;
  for (let at = 0; noise > 0 && at < data.length; at += 1) {
    if (at % 4 === 3) continue;
    state = (state * 1103515245 + 12345) % 2 ** 31;
    data[at] = Math.min(255, Math.max(0, (data[at] as number) + Math.round((state / 2 ** 31 - 0.5) * noise)));
  }
  return classify({ width: info.width, height: info.height, rgba: data });
}

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">${inside}</svg>`;
const sweep = `<defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#e8e6e2"/><stop offset="1" stop-color="#b9b6b0"/></linearGradient>
  <radialGradient id="b"><stop stop-color="#f08a5d"/><stop offset="1" stop-color="#8c2f39"/></radialGradient></defs>
  <rect width="400" height="300" fill="url(#g)"/><circle cx="200" cy="150" r="110" fill="url(#b)"/>`;

describe('kind', () => {
  test('flat shapes in few colours are a graphic, on paper and on nothing', async () => {
    const shapes =
      '<rect x="60" y="60" width="160" height="160" fill="#205090"/><circle cx="280" cy="150" r="70" fill="#f0b000"/>';
    expect((await classified(svg(`<rect width="400" height="300" fill="#fff"/>${shapes}`))).kind).toBe(
      'graphic',
    );
    expect((await classified(svg(shapes))).kind).toBe('graphic');
  });

  test('light that falls unevenly makes a photo, with the noise of a sensor and without', async () => {
    expect((await classified(svg(sweep))).kind).toBe('photo');
    expect((await classified(svg(sweep), 12)).kind).toBe('photo');
  });

  test('a photo that was cut out onto pure white is still a photo', async () => {
    const cut = sweep.replace('url(#g)', '#ffffff');
    expect((await classified(svg(cut))).kind).toBe('photo');
  });
});

describe('backdrop', () => {
  test('a studio sweep with a soft gradient is plain', async () => {
    expect((await classified(svg(sweep), 6)).backdrop).toMatchObject({ kind: 'plain' });
  });

  test('white paper is plain and white', async () => {
    const white = sweep.replace('url(#g)', '#ffffff');
    expect((await classified(svg(white))).backdrop).toEqual({ kind: 'plain', color: '#ffffff' });
  });

  test('nothing behind it is transparent', async () => {
    const bare = sweep.replace(/<rect[^>]*>/, '');
    expect((await classified(svg(bare))).backdrop).toEqual({ kind: 'transparent', color: null });
  });

  test('a pattern is busy', async () => {
    const tiles = Array.from(
      { length: 40 },
      (_, column) => `<rect x="${column * 10}" width="5" height="300"/>`,
    );
    expect((await classified(svg(tiles.join('')))).backdrop.kind).toBe('busy');
  });

  test('a horizon between two colours is busy', async () => {
    const halves =
      '<rect width="400" height="150" fill="#88b0f0"/><rect y="150" width="400" height="150" fill="#305020"/>';
    expect((await classified(svg(halves))).backdrop.kind).toBe('busy');
  });
});

test('dominant colours come largest first and leave out what is transparent', async () => {
  const shapes =
    '<rect width="300" height="200" fill="#c02020"/><rect y="200" width="300" height="100" fill="#2020c0"/>';
  const { dominant_colors } = await classified(svg(shapes));
  expect(dominant_colors).toEqual([
    { color: '#c02020', share: 0.667 },
    { color: '#2020c0', share: 0.333 },
  ]);
});

test('a single pixel is classified like any other picture', () => {
  const one = classify({ width: 1, height: 1, rgba: Uint8Array.of(10, 20, 30, 255) });
  expect(one).toMatchObject({ kind: 'graphic', backdrop: { kind: 'plain', color: '#0a141e' } });
});
