import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accentColors, contrast } from './accent.ts';

const tokens = new Map(
  [
    ...readFileSync('app/globals.css', 'utf8').matchAll(
      /--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g,
    ),
  ].map(([, name, light, dark]) => [name as string, { light: light as string, dark: dark as string }]),
);

function token(name: string, theme: 'light' | 'dark'): string {
  const value = tokens.get(name)?.[theme];
  if (!value) throw new Error(`app/globals.css has no colour ${name}`);
  return value;
}

describe('the accent', () => {
  it('is legible on both canvases, and its text is legible on it, whatever colour a company has', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const colors = accentColors(`#${value.toString(16).padStart(6, '0')}`);
        expect(contrast(colors.light, token('canvas', 'light'))).toBeGreaterThanOrEqual(4.5);
        expect(contrast(colors.dark, token('canvas', 'dark'))).toBeGreaterThanOrEqual(4.5);
        expect(contrast(colors.light, colors.onLight)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(colors.dark, colors.onDark)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
  it('stays the company’s own colour where that is legible', () => {
    expect(accentColors('#2f5bea').light).toBe('#2f5bea');
  });
});

const text = [
  ...['canvas', 'surface', 'sunken', 'hover'].flatMap((ground) => [
    ['ink', ground, 4.5],
    ['ink-soft', ground, 4.5],
  ]),
  ...['ok', 'busy', 'warn', 'fail'].flatMap((state) => [
    [state, `${state}-tint`, 4.5],
    [state, 'canvas', 4.5],
    [state, 'surface', 4.5],
    ['ink', `${state}-tint`, 4.5],
  ]),
  ...['canvas', 'surface'].flatMap((ground) => [
    ['line-strong', ground, 3],
    ['idle', ground, 3],
  ]),
] as [string, string, number][];

describe.each(['light', 'dark'] as const)('the %s tokens', (theme) => {
  it.each(text)('%s shows on %s at %f to 1 at least', (front, ground, least) => {
    expect(contrast(token(front, theme), token(ground, theme))).toBeGreaterThanOrEqual(least);
  });
});

describe('every hue an audience may have', () => {
  const css = readFileSync('app/globals.css', 'utf8');
  const pair = (utility: string) => {
    const [, light, dark] =
      new RegExp(`@utility ${utility} \\{[^}]*light-dark\\(oklch\\((.*?) var.*?oklch\\((.*?) var`).exec(
        css,
      ) ?? [];
    return { light: numbers(light), dark: numbers(dark) };
  };
  const numbers = (text = '') => text.split(' ').map(Number) as [number, number];
  const ink = pair('audience-ink');
  const tint = pair('audience-tint');
  const solid = pair('audience-solid');

  it.each(['light', 'dark'] as const)('is legible in the %s theme', (theme) => {
    for (let hue = 0; hue < 360; hue++) {
      expect(contrast(oklch(...ink[theme], hue), oklch(...tint[theme], hue))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(oklch(...solid[theme], hue), token('canvas', theme))).toBeGreaterThanOrEqual(3);
    }
  });
});

/** OKLCH to sRGB (Ottosson's matrices), cut off at the gamut's edge as browsers may. */
function oklch(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${linear
    .map((value) => Math.min(1, Math.max(0, value)))
    .map((value) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055))
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
