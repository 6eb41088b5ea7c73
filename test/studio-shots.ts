import sharp, { type Sharp } from 'sharp';

export interface StudioShot {
  photo: Sharp;
  /** How much of each pixel the thing covers, 0 to 255. */
  truth: Uint8Array;
  width: number;
  height: number;
}

export interface StudioSetting {
  width?: number;
  height?: number;
  paper: readonly [red: number, green: number, blue: number];
  /** From the top to the bottom the light on the paper falls by this part. */
  gradient?: number;
  noise?: number;
  /** How much light the thing's soft shadow takes. */
  shadow?: number;
  /** Of the ring and the bar. */
  colors?: readonly [string, string];
}

/**
 * A ring with a bar through it before paper: a hole on each side of the bar, thin rims, and a soft shadow to the lower
 * right. Drawn twice over, as a photo and as the truth about it.
 */
export async function studioShot({
  width = 900,
  height = 600,
  paper,
  gradient = 0,
  noise = 0,
  shadow = 0,
  colors = ['#c43a2b', '#23302d'],
}: StudioSetting): Promise<StudioShot> {
  const [cx, cy, radius] = [width / 2, height / 2, height / 3.4];
  const drawn = (ring: string, bar: string, more = '') =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
        <g ${more}>
          <circle cx="${cx}" cy="${cy}" r="${radius}" fill="none" stroke="${ring}" stroke-width="${radius / 2.5}"/>
          <rect x="${cx - radius * 1.7}" y="${cy - radius / 12}" width="${radius * 3.4}" height="${radius / 6}" fill="${bar}"/>
        </g>
      </svg>`,
    );
  const alphaOf = (svg: Buffer) => sharp(svg).extractChannel('alpha').raw().toBuffer();
  const truth = await alphaOf(drawn('#000', '#000'));
  const dark = await sharp(
    await alphaOf(drawn('#000', '#000', `transform="translate(${radius / 5} ${radius / 4})"`)),
    {
      raw: { width, height, channels: 1 },
    },
  )
    .blur(Math.max(1, radius / 6))
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const thing = await sharp(drawn(...colors))
    .removeAlpha()
    .raw()
    .toBuffer();
  const random = lehmer(7);
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const cover = (truth[at] as number) / 255;
    const light =
      (1 - (gradient * Math.floor(at / width)) / height) * (1 - (shadow * (dark[at] as number)) / 255);
    const grain = (random() + random() + random() - 1.5) * noise;
    for (let part = 0; part < 3; part += 1) {
      const own = (thing[at * 3 + part] as number) * cover + (paper[part] as number) * light * (1 - cover);
      pixels[at * 3 + part] = Math.max(0, Math.min(255, Math.round(own + grain)));
    }
  }
  return { photo: sharp(pixels, { raw: { width, height, channels: 3 } }), truth, width, height };
}

/** Intersection over union of two mattes with soft edges. */
export function likenessOfMattes(one: Uint8Array, other: Uint8Array): number {
  let both = 0;
  let either = 0;
  for (let at = 0; at < one.length; at += 1) {
    both += Math.min(one[at] as number, other[at] as number);
    either += Math.max(one[at] as number, other[at] as number);
  }
  return either === 0 ? 1 : both / either;
}

function lehmer(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
