import type { Size } from '../geometry.ts';

/**
 * A landscape that no camera took: a bright sky, dark hills, a saturated ball and some grain, so that a mark meets
 * light, dark, colour and texture on every shape. The same size gives the same pixels. RGBA; with `isCutOut` only
 * the ball is there, with a soft edge.
 */
export function drawScene({ width, height }: Size, isCutOut: boolean): Buffer {
  const pixels = Buffer.alloc(width * height * 4);
  const unit = Math.min(width, height);
  const ball = { x: width * 0.4, y: height * 0.52, radius: unit * 0.34 };
  const grain = grains();
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const distance = Math.hypot(x - ball.x, y - ball.y) / ball.radius;
      const inBall = clamp((1 - distance) * ball.radius * 0.25);
      const ground = groundAt(x / unit, y / height);
      const shine = Math.max(
        0,
        1 - Math.hypot(x - ball.x + ball.radius * 0.35, y - ball.y + ball.radius * 0.4) / ball.radius,
      );
      const noise = grain() * 10;
      for (let channel = 0; channel < 3; channel += 1) {
        const own = (ballColour[channel] as number) * (1 - 0.45 * distance) + 190 * shine * shine;
        const under = isCutOut ? own : (ground[channel] as number);
        pixels[at + channel] = clamp((under + (own - under) * inBall + noise) / 255) * 255;
      }
      pixels[at + 3] = isCutOut ? inBall * 255 : 255;
    }
  }
  return pixels;
}

const ballColour = [214, 62, 40] as const;

function groundAt(x: number, y: number): readonly [number, number, number] {
  const ridge = 0.62 + 0.09 * Math.sin(x * 2.4) + 0.04 * Math.sin(x * 7.1 + 1);
  if (y < ridge) {
    const high = 1 - y / ridge;
    return [236 - 90 * high, 240 - 58 * high, 244 - 14 * high];
  }
  const depth = (y - ridge) / (1 - ridge);
  return [62 - 40 * depth, 84 - 52 * depth, 60 - 40 * depth];
}

/** -0.5 to 0.5; a fixed sequence. https://en.wikipedia.org/wiki/Linear_congruential_generator */
function grains(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}

function clamp(value: number): number {
  return Math.max(0, Math.min(1, value));
}
