import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { exifBlock } from './exif-block.ts';
import { pngChunk } from './picture-files.ts';

/** What a picture may say of its rights, and all of it in words that stand nowhere else. */
export const spokenRights = {
  creator: 'Ada Photographer',
  rights: 'Copyright 2031 Robo Ltd',
  credit: 'Robo Press Office',
};

/** Stands in everything that no one may ever read in a file that leaves. */
export const secret = 'SECRET';

const xmpOf = (more: string) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" tiff:Orientation="6" exif:GPSLatitude="51,30.5N ${secret}" aux:SerialNumber="${secret}-7" xmpMM:DocumentID="${secret}-id" photoshop:City="${secret} City" photoshop:Credit="${spokenRights.credit}"${more}><dc:creator><rdf:Seq><rdf:li>${spokenRights.creator}</rdf:li></rdf:Seq></dc:creator><dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${spokenRights.rights}</rdf:li></rdf:Alt></dc:rights><dc:description><rdf:Alt><rdf:li xml:lang="x-default">${secret} description</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta>`;

async function exif(): Promise<Buffer> {
  const old = { create: { width: 16, height: 16, channels: 3, background: '#ff00ff' } } as const;
  const thumbnail = await sharp(old)
    .withExif({ IFD0: { ImageDescription: `${secret} thumbnail` } })
    .jpeg()
    .toBuffer();
  return exifBlock({
    image: [
      [0x010e, `${secret} description`],
      [0x010f, `${secret} Camera Works`],
      [0x0110, `${secret} X100`],
      [0x0131, `${secret} Editor`],
      [0x013b, spokenRights.creator],
      [0x8298, spokenRights.rights],
      [0x9c9d, Buffer.from(`${secret} author\0`, 'utf16le')],
    ],
    photo: [
      [0x9003, '2031:04:05 06:07:08'],
      [0x927c, Buffer.from(`${secret} MakerNote ${'.'.repeat(400)}`)],
      [0x9286, Buffer.from(`ASCII\0\0\0${secret} comment`)],
      [0xa430, `${secret} Owner`],
      [0xa431, `${secret}-body-42`],
      [0xa435, `${secret}-lens-43`],
      [0xa420, `${secret}-unique-id`],
    ],
    gps: [
      [0x0001, 'N'],
      [0x001b, Buffer.from(`ASCII\0\0\0${secret} GPS`)],
      [0x001c, Buffer.from(`ASCII\0\0\0${secret} area`)],
    ],
    thumbnail,
  });
}

function iptc(): Buffer {
  const sets: [number, string][] = [
    [80, spokenRights.creator],
    [90, `${secret} City`],
    [110, spokenRights.credit],
    [116, spokenRights.rights],
    [120, `${secret} caption`],
  ];
  const records = Buffer.concat(
    sets.flatMap(([number, text]) => {
      const head = Buffer.from([0x1c, 2, number, 0, text.length]);
      return [head, Buffer.from(text)];
    }),
  );
  const size = Buffer.alloc(4);
  size.writeUInt32BE(records.length);
  const padding = Buffer.alloc(records.length % 2);
  return Buffer.concat([Buffer.from('8BIM\x04\x04\0\0', 'latin1'), size, records, padding]);
}

/** A JUMBF box as C2PA writes it. */
const jumbf = Buffer.concat([
  Buffer.from([0, 0, 0, 60]),
  Buffer.from('jumb', 'latin1'),
  Buffer.from(`c2pa ${secret} manifest`.padEnd(52, '.')),
]);

const picture = () =>
  sharp({
    create: {
      width: 90,
      height: 60,
      channels: 3,
      background: '#446688',
      noise: { type: 'gaussian', mean: 100, sigma: 30 },
    },
  });

function segment(marker: number, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

async function loudJpeg(): Promise<Buffer> {
  const plain = await picture().jpeg().toBuffer();
  const extended = Buffer.from(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret} extended</x:xmpmeta>`);
  const size = Buffer.alloc(8);
  size.writeUInt32BE(extended.length);
  const guid = '0123456789ABCDEF0123456789ABCDEF';
  return Buffer.concat([
    plain.subarray(0, 2),
    segment(0xe1, 'Exif\0\0', await exif()),
    segment(
      0xe1,
      'http://ns.adobe.com/xap/1.0/\0',
      xmpOf(` xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="${guid}"`),
    ),
    segment(0xe1, 'http://ns.adobe.com/xmp/extension/\0', guid, size, extended),
    segment(0xed, 'Photoshop 3.0\0', iptc()),
    segment(0xeb, 'JP\0\x01\0\0\0\x01', jumbf),
    segment(0xe2, `MPF\0${secret} second picture`),
    segment(0xef, `${secret} vendor`),
    segment(0xfe, `${secret} comment`),
    plain.subarray(2),
    Buffer.from(`${secret} behind the end`),
  ]);
}

async function loudPng(): Promise<Buffer> {
  const plain = await picture().png().toBuffer();
  const header = 8 + 25;
  const text = (keyword: string, value: string) => Buffer.from(`${keyword}\0${value}`, 'latin1');
  const zipped = Buffer.concat([
    Buffer.from('Comment\0\0', 'latin1'),
    deflateSync(Buffer.from(`${secret} zipped`)),
  ]);
  return Buffer.concat([
    plain.subarray(0, header),
    pngChunk('tEXt', text('Author', `${secret} author`)),
    pngChunk('zTXt', zipped),
    pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xmpOf('')}`)),
    pngChunk('eXIf', await exif()),
    pngChunk('tIME', Buffer.from([7, 239, 4, 5, 6, 7, 8])),
    pngChunk('caBX', jumbf),
    pngChunk('prVt', Buffer.from(`${secret} private`)),
    plain.subarray(header),
    Buffer.from(`${secret} behind the end`),
  ]);
}

async function loudWebp(): Promise<Buffer> {
  const plain = await picture().webp({ lossless: true }).toBuffer();
  const chunk = (name: string, data: Buffer) => {
    const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  };
  const extended = Buffer.from([0x08 | 0x04, 0, 0, 0, 89, 0, 0, 59, 0, 0]);
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', extended),
    plain.subarray(12),
    chunk('EXIF', await exif()),
    chunk('XMP ', Buffer.from(xmpOf(''))),
    chunk('C2PA', jumbf),
  ]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

async function loudTiff(): Promise<Buffer> {
  return await picture().tiff({ compression: 'lzw' }).withExif(spoken).withXmp(xmpOf('')).toBuffer();
}

async function loudAvif(): Promise<Buffer> {
  const avif = await picture().avif({ effort: 0 }).withExif(spoken).withXmp(xmpOf('')).toBuffer();
  const box = Buffer.concat([Buffer.from([0, 0, 0, 84]), Buffer.from('uuid'), jumbf, Buffer.alloc(16)]);
  box.writeUInt32BE(box.length, 0);
  return Buffer.concat([avif, box]);
}

const spoken = {
  IFD0: { Artist: spokenRights.creator, Copyright: spokenRights.rights, Make: `${secret} Camera` },
  IFD2: {
    CameraOwnerName: `${secret} Owner`,
    BodySerialNumber: `${secret}-42`,
    UserComment: `${secret} comment`,
  },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSAreaInformation: `${secret} area` },
};

/** One picture a type, each carrying everything that its type can carry. */
export const loudPictures: readonly [type: string, make: () => Promise<Buffer>][] = [
  ['JPEG', loudJpeg],
  ['PNG', loudPng],
  ['WebP', loudWebp],
  ['TIFF', loudTiff],
  ['AVIF', loudAvif],
];
