import sharp, { type Sharp } from 'sharp';

/** A box of one colour, as a master of any type that sharp writes. */
export function flat(width: number, height: number, background: string | object): Sharp {
  return sharp({ create: { width, height, channels: 3, background: background as string } });
}

/** 40×20, red at the top left, green at the top right, blue below: every turn and flip shows. */
export function landmark(width = 40, height = 20): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const channel = y >= height / 2 ? 2 : x < width / 2 ? 0 : 1;
      pixels[(y * width + x) * 3 + channel] = 255;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A photo-like picture: noise does not compress away. */
export function noisy(width: number, height: number): Sharp {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
}

/** Discs of light here and there: something to see in every part, and no two seeds alike. */
export function scene(seed: number, width = 600, height = 400): Sharp {
  let state = 7919 * (seed + 1);
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  const discs = Array.from({ length: 40 }, () => {
    const [x, y, r] = [random() * width, random() * height, (0.02 + random() * 0.1) * width];
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="hsl(${random() * 360} 60% ${20 + random() * 60}%)"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#cbb"/>${discs.join('')}</svg>`;
  return sharp(Buffer.from(svg)).removeAlpha();
}

/** How many pixels of two pictures of one size differ visibly, as a share of all. */
export function shareOfDifference(one: Buffer, other: Buffer, least = 24): number {
  let different = 0;
  for (let at = 0; at < one.length; at += 4) {
    const channels = [0, 1, 2].map((channel) =>
      Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0)),
    );
    if (Math.max(...channels) >= least) different += 1;
  }
  return different / (one.length / 4);
}

/** The box around the pixels of an RGBA picture that the question is true for. */
export function boundsOf(rgba: Buffer, width: number, is: (r: number, g: number, b: number) => boolean) {
  const bounds = { left: width, top: rgba.length, right: -1, bottom: -1 };
  for (let at = 0; at < rgba.length / 4; at += 1) {
    const [r = 0, g = 0, b = 0] = rgba.subarray(at * 4, at * 4 + 3);
    if (!is(r, g, b)) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  return bounds;
}
