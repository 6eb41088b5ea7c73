interface Box {
  type: string;
  start: number;
  end: number;
}

/**
 * Gives the one picture of a finished AVIF the transformative properties `irot` (quarter turns, anticlockwise) and
 * `imir` (0 exchanges top and bottom, 1 left and right), applied in this order; ISO/IEC 23008-12:2022, 6.5.10 and 6.5.12.
 */
export function withTransforms(avif: Buffer, { turns, mirror }: { turns?: number; mirror?: 0 | 1 }): Buffer {
  const added = [
    ...(turns === undefined ? [] : [property('irot', turns)]),
    ...(mirror === undefined ? [] : [property('imir', mirror)]),
  ];
  const meta = find(boxes(avif, 0, avif.length), 'meta');
  const inMeta = boxes(avif, meta.start + 12, meta.end);
  const iprp = find(inMeta, 'iprp');
  const inIprp = boxes(avif, iprp.start + 8, iprp.end);
  const ipco = find(inIprp, 'ipco');
  const ipma = find(inIprp, 'ipma');
  const known = boxes(avif, ipco.start + 8, ipco.end).length;
  const growth = added.length * 10;

  const bytes = Buffer.from(avif);
  for (const box of [meta, iprp]) grow(bytes, box, growth);
  grow(bytes, ipco, added.length * 9);
  grow(bytes, ipma, added.length);
  // The first item is the picture; its associations are single bytes, whose first bit says essential.
  const countAt = ipma.start + 12 + 4 + 2;
  const count = bytes.readUInt8(countAt);
  bytes.writeUInt8(count + added.length, countAt);
  moveExtents(bytes, find(inMeta, 'iloc'), growth);
  const cuts = [ipco.end, countAt + 1 + count];
  return Buffer.concat([
    bytes.subarray(0, cuts[0]),
    ...added,
    bytes.subarray(cuts[0], cuts[1]),
    Buffer.from(added.map((_, at) => 0x80 | (known + at + 1))),
    bytes.subarray(cuts[1]),
  ]);
}

function property(type: 'irot' | 'imir', value: number): Buffer {
  return Buffer.concat([Buffer.of(0, 0, 0, 9), Buffer.from(type), Buffer.of(value)]);
}

function boxes(bytes: Buffer, from: number, end: number): Box[] {
  const found: Box[] = [];
  for (let start = from; start + 8 <= end; ) {
    const box = {
      type: bytes.toString('latin1', start + 4, start + 8),
      start,
      end: start + bytes.readUInt32BE(start),
    };
    found.push(box);
    start = box.end;
  }
  return found;
}

function find(among: Box[], type: string): Box {
  const box = among.find((candidate) => candidate.type === type);
  if (!box) throw new Error(`no ${type}`);
  return box;
}

function grow(bytes: Buffer, { start, end }: Box, by: number): void {
  bytes.writeUInt32BE(end - start + by, start);
}

/** What `iloc` points to lies behind `meta`, which has grown. */
function moveExtents(bytes: Buffer, { start }: Box, by: number): void {
  const version = bytes.readUInt8(start + 8);
  const sizes = bytes.readUInt16BE(start + 12);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  if (version > 1 || offsetSize !== 4 || lengthSize !== 4) throw new Error('an iloc of another make');
  let at = start + 16;
  for (let items = bytes.readUInt16BE(start + 14); items > 0; items -= 1) {
    const method = version === 1 ? bytes.readUInt16BE(at + 2) & 15 : 0;
    at += 2 + (version === 1 ? 2 : 0) + 2 + baseSize;
    for (let extents = bytes.readUInt16BE(at); extents > 0; extents -= 1) {
      if (method === 0) bytes.writeUInt32BE(bytes.readUInt32BE(at + 2) + by, at + 2);
      at += 8;
    }
    at += 2;
  }
}
