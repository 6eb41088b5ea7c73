type Field = [tag: number, value: string | Buffer | number];

export interface ExifFields {
  image: Field[];
  photo: Field[];
  gps: Field[];
  /** A JPEG. */
  thumbnail: Buffer;
}

/** EXIF as cameras write it: picture, photo, place and an embedded old thumbnail, in a TIFF of its own. */
export function exifBlock({ image, photo, gps, thumbnail }: ExifFields): Buffer {
  const counts = [image.length + 2, photo.length, gps.length, 2];
  const starts = counts.map(
    (_, at) => 8 + counts.slice(0, at).reduce((sum, count) => sum + 6 + 12 * count, 0),
  );
  const dataStart = 8 + counts.reduce((sum, count) => sum + 6 + 12 * count, 0);
  const pool: Buffer[] = [];
  let end = dataStart;
  const keep = (bytes: Buffer) => {
    const at = end;
    const padded = Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)]);
    pool.push(padded);
    end += padded.length;
    return at;
  };
  const [, photoAt = 0, gpsAt = 0, secondAt = 0] = starts;
  const directories = [
    directory([...image, [0x8769, photoAt], [0x8825, gpsAt]], secondAt, keep),
    directory(photo, 0, keep),
    directory(gps, 0, keep),
    directory(
      [
        [0x0201, keep(thumbnail)],
        [0x0202, thumbnail.length],
      ],
      0,
      keep,
    ),
  ];
  return Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), ...directories, ...pool]);
}

function directory(fields: Field[], next: number, keep: (bytes: Buffer) => number): Buffer {
  const sorted = fields.toSorted(([one], [other]) => one - other);
  const bytes = Buffer.alloc(6 + 12 * sorted.length);
  bytes.writeUInt16LE(sorted.length, 0);
  for (const [index, [tag, value]] of sorted.entries()) {
    const at = 2 + 12 * index;
    bytes.writeUInt16LE(tag, at);
    if (typeof value === 'number') {
      bytes.writeUInt16LE(4, at + 2);
      bytes.writeUInt32LE(1, at + 4);
      bytes.writeUInt32LE(value, at + 8);
      continue;
    }
    const data = typeof value === 'string' ? Buffer.from(`${value}\0`, 'latin1') : value;
    bytes.writeUInt16LE(typeof value === 'string' ? 2 : 7, at + 2);
    bytes.writeUInt32LE(data.length, at + 4);
    if (data.length <= 4) data.copy(bytes, at + 8);
    else bytes.writeUInt32LE(keep(data), at + 8);
  }
  bytes.writeUInt32LE(next, bytes.length - 4);
  return bytes;
}
