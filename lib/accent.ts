/** The company's colour, made legible on both canvases. Pure. */

/** `--color-canvas` of app/globals.css, and the text colours that may stand on the accent. */
const canvas = { light: '#f7f7f7', dark: '#131313' };
const textOn = { light: '#ffffff', dark: '#131313' };

/** WCAG 2.2 AA for text. */
const leastContrast = 4.5;

type Rgb = readonly [number, number, number];

export interface AccentColors {
  light: string;
  onLight: string;
  dark: string;
  onDark: string;
}

/**
 * Keeps the hue and moves the colour towards black on the light canvas, towards white on the dark one, only as
 * far as text in it needs. `onLight` and `onDark` are the text colours on top of it.
 */
export function accentColors(hex: string): AccentColors {
  const light = towards(hex, '#000000', canvas.light);
  const dark = towards(hex, '#ffffff', canvas.dark);
  return { light, onLight: readableOn(light), dark, onDark: readableOn(dark) };
}

/** WCAG's ratio of two colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function towards(from: string, to: string, ground: string): string {
  const start = toRgb(from);
  const end = toRgb(to);
  for (let step = 0; step <= 50; step++) {
    const mixed = toHex(start.map((value, index) => value + ((end[index] ?? 0) - value) * (step / 50)));
    if (contrast(mixed, ground) >= leastContrast) return mixed;
  }
  return to;
}

function readableOn(color: string): string {
  return contrast(color, textOn.light) >= contrast(color, textOn.dark) ? textOn.light : textOn.dark;
}

function toRgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function toHex(rgb: readonly number[]): string {
  return `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

function luminance(hex: string): number {
  const [red, green, blue] = toRgb(hex).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
