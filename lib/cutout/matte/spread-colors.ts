import type { Mask, Raster } from './raster.ts';

/** Colours of a picture as floats, three a pixel. */
export type Colors = Float32Array;

/**
 * Fills a whole picture with the colours of the pixels that `known` marks: each other pixel takes those nearest to it, smoothly. Push and pull over ever smaller copies.
 */
export function spreadColors({ width, height, channels, data }: Raster, known: Mask): Colors {
  const colors = new Float32Array(width * height * 3);
  const weights = new Float32Array(width * height);
  for (let at = 0; at < known.length; at += 1) {
    if (!known[at]) continue;
    weights[at] = 1;
    for (let part = 0; part < 3; part += 1) colors[at * 3 + part] = data[at * channels + part] as number;
  }
  fill({ width, height, colors, weights });
  return colors;
}

interface Level {
  width: number;
  height: number;
  colors: Float32Array;
  weights: Float32Array;
}

function fill(level: Level): void {
  if (level.width <= 1 && level.height <= 1) return;
  const small = halved(level);
  fill(small);
  const { width, height, colors, weights } = level;
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      const weight = Math.min(1, weights[at] as number);
      if (weight === 1) continue;
      for (let part = 0; part < 3; part += 1) {
        const coarse = between(small, (x - 0.5) / 2, (y - 0.5) / 2, part);
        colors[at * 3 + part] = (colors[at * 3 + part] as number) * weight + coarse * (1 - weight);
      }
    }
}

function halved({ width, height, colors, weights }: Level): Level {
  const [halfWidth, halfHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const half: Level = {
    width: halfWidth,
    height: halfHeight,
    colors: new Float32Array(halfWidth * halfHeight * 3),
    weights: new Float32Array(halfWidth * halfHeight),
  };
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      const weight = weights[at] as number;
      if (weight === 0) continue;
      const to = (y >> 1) * halfWidth + (x >> 1);
      half.weights[to] = (half.weights[to] as number) + weight;
      for (let part = 0; part < 3; part += 1)
        half.colors[to * 3 + part] =
          (half.colors[to * 3 + part] as number) + (colors[at * 3 + part] as number) * weight;
    }
  for (let at = 0; at < half.weights.length; at += 1) {
    const weight = half.weights[at] as number;
    if (weight === 0) continue;
    for (let part = 0; part < 3; part += 1)
      half.colors[at * 3 + part] = (half.colors[at * 3 + part] as number) / weight;
    half.weights[at] = Math.min(1, weight);
  }
  return half;
}

/** Bilinear, the edge repeated. */
function between({ width, height, colors }: Level, x: number, y: number, part: number): number {
  const left = Math.max(0, Math.min(width - 1, Math.floor(x)));
  const top = Math.max(0, Math.min(height - 1, Math.floor(y)));
  const right = Math.min(width - 1, left + 1);
  const bottom = Math.min(height - 1, top + 1);
  const across = Math.max(0, Math.min(1, x - left));
  const down = Math.max(0, Math.min(1, y - top));
  const at = (column: number, row: number) => colors[(row * width + column) * 3 + part] as number;
  const upper = at(left, top) * (1 - across) + at(right, top) * across;
  const lower = at(left, bottom) * (1 - across) + at(right, bottom) * across;
  return upper * (1 - down) + lower * down;
}
