import { hexColor, type Pixels } from '#lib/picture/pixels.ts';
import { colorDistance, type Oklab, oklab } from './oklab.ts';

export interface DominantColor {
  color: string;
  /** Of the pixels that are not transparent, from 0 to 1. */
  share: number;
}

interface Bin {
  red: number;
  green: number;
  blue: number;
  count: number;
  lab: Oklab;
}

const mergedBelow = 0.09;
const maxColors = 5;
const minShare = 0.02;

/**
 * Up to five colours, the largest first. Pixels fall into bins of 4 bits a channel; from the fullest bin on, each
 * joins the colour nearest to it within 0.09 in Oklab or starts one of its own.
 */
export function dominantColors({ rgba }: Pixels): DominantColor[] {
  const { bins, total } = histogram(rgba);
  const colors: Bin[] = [];
  for (const bin of bins) {
    const near = colors.find((color) => colorDistance(color.lab, bin.lab) < mergedBelow);
    if (near) join(near, bin);
    else colors.push({ ...bin });
  }
  return colors
    .map((color) => ({ color: hexColor(color), share: Math.round((color.count / total) * 1000) / 1000 }))
    .filter(({ share }) => share >= minShare)
    .sort((one, other) => other.share - one.share)
    .slice(0, maxColors);
}

function histogram(rgba: Uint8Array): { bins: Bin[]; total: number } {
  const sums = new Map<number, [red: number, green: number, blue: number, count: number]>();
  let total = 0;
  for (let at = 0; at < rgba.length; at += 4) {
    if ((rgba[at + 3] as number) < 128) continue;
    const [red, green, blue] = [rgba[at] as number, rgba[at + 1] as number, rgba[at + 2] as number];
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const sum = sums.get(key) ?? [0, 0, 0, 0];
    sums.set(key, [sum[0] + red, sum[1] + green, sum[2] + blue, sum[3] + 1]);
    total += 1;
  }
  const bins = [...sums.values()].map(([r, g, b, count]) => {
    const [red, green, blue] = [r / count, g / count, b / count];
    return { red, green, blue, count, lab: oklab(Math.round(red), Math.round(green), Math.round(blue)) };
  });
  return { bins: bins.sort((one, other) => other.count - one.count), total };
}

/** The colour keeps its place in Oklab: one that drifted would swallow a whole gradient. */
function join(color: Bin, bin: Bin): void {
  const count = color.count + bin.count;
  color.red = (color.red * color.count + bin.red * bin.count) / count;
  color.green = (color.green * color.count + bin.green * bin.count) / count;
  color.blue = (color.blue * color.count + bin.blue * bin.count) / count;
  color.count = count;
}
