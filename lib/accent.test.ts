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

const hues = ['slate', 'teal', 'violet', 'blue', 'amber', 'rose', 'green', 'brick'];
const text = [
  ...['canvas', 'surface', 'sunken', 'hover'].flatMap((ground) => [
    ['ink', ground, 4.5],
    ['ink-soft', ground, 4.5],
  ]),
  ...hues.map((hue) => [hue, `${hue}-tint`, 4.5]),
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
