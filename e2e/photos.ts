import sharp from 'sharp';

export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A small picture of one hue; another hue is another master. */
export async function photo(name: string, hue: number, width = 900, height = 600): Promise<ChosenFile> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="hsl(${hue},25%,82%)"/>
    <circle cx="50%" cy="55%" r="${Math.min(width, height) * 0.3}" fill="hsl(${hue + 30},60%,45%)"/></svg>`;
  const buffer = await sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** A JPEG whose second half never came. */
export async function brokenPhoto(name: string, hue: number): Promise<ChosenFile> {
  const whole = await photo(name, hue);
  return { ...whole, buffer: whole.buffer.subarray(0, whole.buffer.length / 2) };
}

/** Some 24 MB that nothing makes smaller: above the size from which files go in parts. */
export async function scan(name: string): Promise<ChosenFile> {
  const [width, height] = [4000, 2000];
  const raw = Buffer.alloc(width * height * 3);
  // Numbers from the place and the hour: no two scans are one master.
  let seed = Date.now() >>> 0;
  for (let at = 0; at + 4 <= raw.length; at += 4) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    raw.writeUInt32LE(seed, at);
  }
  const buffer = await sharp(raw, { raw: { width, height, channels: 3 } })
    .tiff({ compression: 'none' })
    .toBuffer();
  return { name, mimeType: 'image/tiff', buffer };
}
