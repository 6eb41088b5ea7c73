import sharp from 'sharp';
import type { Camera } from './camera.ts';
import type { Exposure } from './expose.ts';
import { randomFrom } from './noise.ts';
import { length, subtract } from './vector.ts';

export interface Developing {
  /** Multiplies the light before the film curve. */
  gain: number;
  vignette: number;
}

/** Linear light to 8-bit pixels: lens blur, film curve, fall-off to the corners. Red, green, blue, alpha. */
export async function develop(exposure: Exposure, camera: Camera, how: Developing): Promise<Buffer> {
  const { width, height, light, covered } = exposure;
  const pixels = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const away = ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2) * 2;
      const gain = how.gain * (1 - how.vignette * away);
      for (let part = 0; part < 3; part += 1) {
        pixels[at * 4 + part] = filmCurve((light[at * 3 + part] as number) * gain);
      }
      pixels[at * 4 + 3] = (covered[at] as number) * 255;
    }
  }
  return camera.aperture > 0 ? lensBlur(exposure, camera, pixels) : pixels;
}

/** The curve by Krzysztof Narkowicz, which rolls highlights off as film does, into sRGB. */
const curve = Uint8Array.from({ length: 4096 }, (_, at) => {
  const x = (at / 4095) * 4;
  const film = Math.min(1, (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14));
  const coded = film <= 0.0031308 ? film * 12.92 : 1.055 * film ** (1 / 2.4) - 0.055;
  return Math.round(coded * 255);
});

function filmCurve(light: number): number {
  return curve[Math.min(4095, Math.max(0, Math.round(light * 1023.75)))] as number;
}

/** Blends between copies of the picture that are ever more out of focus, by how far each pixel is from it. */
async function lensBlur(exposure: Exposure, camera: Camera, pixels: Buffer): Promise<Buffer> {
  const { width, height } = exposure;
  const raw = { raw: { width, height, channels: 4 } } as const;
  const sigmas = [1.4, 3.5, 8].map((sigma) => (sigma * height) / 1500);
  const copies = await Promise.all(sigmas.map((sigma) => sharp(pixels, raw).blur(sigma).raw().toBuffer()));
  const layers = [pixels, ...copies];
  const amounts = await blurAmounts(exposure, camera);
  const blurred = Buffer.alloc(pixels.length);
  for (let at = 0; at < amounts.length; at += 1) {
    const amount = Math.min(2.999, (amounts[at] as number) / amountSteps);
    const layer = Math.floor(amount);
    const near = layers[layer] as Buffer;
    const far = layers[layer + 1] as Buffer;
    const part = amount - layer;
    for (let channel = at * 4; channel < at * 4 + 4; channel += 1) {
      blurred[channel] = (near[channel] as number) * (1 - part) + (far[channel] as number) * part;
    }
  }
  return blurred;
}

const amountSteps = 80;

/** From 0, in focus, to 3; softened, or things that are out of focus would keep hard edges. */
function blurAmounts({ width, height, distance }: Exposure, camera: Camera): Promise<Buffer> {
  const focus = camera.focus ?? length(subtract(camera.target, camera.eye));
  const amounts = Buffer.alloc(distance.length);
  for (let at = 0; at < amounts.length; at += 1) {
    const away = Math.abs(1 - focus / (distance[at] as number)) * camera.aperture;
    amounts[at] = Math.min(3, away) * amountSteps;
  }
  return (
    sharp(amounts, { raw: { width, height, channels: 1 } })
      .blur(height / 400)
      // One channel in, one channel out.
      .toColourspace('b-w')
      .raw()
      .toBuffer()
  );
}

/** A square of sensor noise around mid grey, to be laid over a picture as often as it takes. */
export function grainTile(seed: number, side: number, strength: number): Buffer {
  const random = randomFrom(seed);
  return Buffer.from(
    Uint8Array.from({ length: side * side }, () => {
      const bell = random() + random() + random() + random() - 2;
      return Math.round(128 + bell * strength);
    }),
  );
}
