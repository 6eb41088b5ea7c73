import { profileWhite, type RgbSpace, type Triple, toXyz } from './colour-reference.ts';

/** ICC profiles (version 2.1) written from numbers, so that a test knows what every colour under them has to become. */

type Tag = [signature: string, data: Buffer];

/** Three colorants and one curve, as camera and monitor profiles have it. */
export function rgbProfile(space: RgbSpace): Buffer {
  const matrix = toXyz(space);
  const column = (at: 0 | 1 | 2) => xyzTag(matrix.map((row) => row[at]) as unknown as Triple);
  const curve = curveTag(space.toLight);
  return profile('mntr', 'RGB ', 'XYZ ', space.name, [
    ['rXYZ', column(0)],
    ['gXYZ', column(1)],
    ['bXYZ', column(2)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]);
}

export function greyProfile(toLight: (code: number) => number): Buffer {
  return profile('mntr', 'GRAY', 'XYZ ', 'Grey', [['kTRC', curveTag(toLight)]]);
}

/** A table from device to Lab alone, as scanners and printers have it: there is no way back to the device. */
export function tableProfile(
  space: 'RGB ' | 'CMYK',
  gridPoints: number,
  toLab: (codes: number[]) => Triple,
): Buffer {
  return profile(space === 'CMYK' ? 'prtr' : 'scnr', space, 'Lab ', 'Table', [
    ['A2B0', tableTag(space === 'CMYK' ? 4 : 3, gridPoints, toLab)],
  ]);
}

function profile(kind: string, space: string, connection: string, name: string, own: Tag[]): Buffer {
  const tags: Tag[] = [
    ['desc', descriptionTag(name)],
    ['cprt', Buffer.from('text\0\0\0\0No copyright\0', 'latin1')],
    ['wtpt', xyzTag(profileWhite)],
    ...own,
  ];
  const directory = Buffer.alloc(4 + 12 * tags.length);
  directory.writeUInt32BE(tags.length);
  const bodies: Buffer[] = [];
  let at = 128 + directory.length;
  for (const [index, [signature, data]] of tags.entries()) {
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
    directory.write(signature, 4 + 12 * index, 'latin1');
    directory.writeUInt32BE(at, 8 + 12 * index);
    directory.writeUInt32BE(data.length, 12 + 12 * index);
    bodies.push(padded);
    at += padded.length;
  }
  const header = Buffer.alloc(128);
  header.writeUInt32BE(at, 0);
  header.writeUInt32BE(0x02100000, 8);
  header.write(`${kind}${space}${connection}`, 12, 'latin1');
  header.set([7, 234, 0, 1, 0, 1], 24);
  header.write('acsp', 36, 'latin1');
  for (const [index, value] of profileWhite.entries()) header.writeInt32BE(fixed(value), 68 + 4 * index);
  return Buffer.concat([header, directory, ...bodies]);
}

function fixed(value: number): number {
  return Math.round(value * 65_536);
}

function xyzTag(xyz: Triple): Buffer {
  const tag = Buffer.alloc(20);
  tag.write('XYZ ', 0, 'latin1');
  for (const [index, value] of xyz.entries()) tag.writeInt32BE(fixed(value), 8 + 4 * index);
  return tag;
}

function curveTag(toLight: (code: number) => number): Buffer {
  const points = 4096;
  const tag = Buffer.alloc(12 + 2 * points);
  tag.write('curv', 0, 'latin1');
  tag.writeUInt32BE(points, 8);
  for (let point = 0; point < points; point += 1)
    tag.writeUInt16BE(Math.round(65_535 * toLight(point / (points - 1))), 12 + 2 * point);
  return tag;
}

function descriptionTag(name: string): Buffer {
  const tag = Buffer.alloc(12 + name.length + 1 + 78);
  tag.write('desc', 0, 'latin1');
  tag.writeUInt32BE(name.length + 1, 8);
  tag.write(name, 12, 'latin1');
  return tag;
}

/** `mft2` with straight curves. Lab has 16 bits as version 2 counts them: 0xff00 is L* 100, 0x8000 is a* 0. */
function tableTag(inputs: number, gridPoints: number, toLab: (codes: number[]) => Triple): Buffer {
  const head = Buffer.alloc(52);
  head.write('mft2', 0, 'latin1');
  head.set([inputs, 3, gridPoints], 8);
  for (const diagonal of [0, 4, 8]) head.writeInt32BE(65_536, 12 + 4 * diagonal);
  head.writeUInt16BE(2, 48);
  head.writeUInt16BE(2, 50);
  const straight = (channels: number) =>
    Buffer.concat(Array.from({ length: channels }, () => Buffer.of(0, 0, 0xff, 0xff)));
  const entries = gridPoints ** inputs;
  const table = Buffer.alloc(entries * 6);
  for (let entry = 0; entry < entries; entry += 1) {
    const codes = Array.from(
      { length: inputs },
      (_, input) => (Math.floor(entry / gridPoints ** (inputs - 1 - input)) % gridPoints) / (gridPoints - 1),
    );
    const [lightness, a, b] = toLab(codes);
    table.writeUInt16BE(Math.round((lightness * 0xff00) / 100), entry * 6);
    table.writeUInt16BE(Math.round((a + 128) * 256), entry * 6 + 2);
    table.writeUInt16BE(Math.round((b + 128) * 256), entry * 6 + 4);
  }
  return Buffer.concat([head, straight(inputs), table, straight(3)]);
}
