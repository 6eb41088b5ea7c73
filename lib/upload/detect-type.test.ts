import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { AcceptedType } from './accepted-types.ts';
import { detectType, firstBytes } from './detect-type.ts';

const picture = () =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: { r: 200, g: 80, b: 40 } } });

/** An ISO base media header with these brands, then bytes of no meaning. */
function brands(major: string, ...compatible: string[]): Buffer {
  const body = Buffer.from(`ftyp${major}\0\0\0\0${compatible.join('')}`, 'latin1');
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length + 4);
  return Buffer.concat([size, body, Buffer.alloc(64, 1)]);
}

describe('accepted bytes', () => {
  it.each<[AcceptedType, () => Promise<Buffer>]>([
    ['image/jpeg', () => picture().jpeg().toBuffer()],
    ['image/png', () => picture().png().toBuffer()],
    ['image/webp', () => picture().webp().toBuffer()],
    ['image/avif', () => picture().avif({ effort: 0 }).toBuffer()],
    ['image/tiff', () => picture().tiff().toBuffer()],
    ['image/gif', () => picture().gif().toBuffer()],
  ])('%s is known by its first bytes', async (type, make) => {
    const bytes = await make();
    expect(await detectType(bytes.subarray(0, firstBytes))).toEqual({ state: 'accepted', type });
  });

  it('a big TIFF whose directory lies behind the first bytes is still a TIFF', async () => {
    const big = await sharp({
      create: { width: 400, height: 400, channels: 3, background: 'red', noise: { type: 'gaussian' } },
    })
      .tiff({ compression: 'none' })
      .toBuffer();
    expect(await detectType(big.subarray(0, firstBytes))).toEqual({ state: 'accepted', type: 'image/tiff' });
    const bigTiff = Buffer.concat([
      Buffer.from('4949 2b00 0800 0000'.replaceAll(' ', ''), 'hex'),
      Buffer.alloc(32),
    ]);
    expect(await detectType(bigTiff)).toEqual({ state: 'accepted', type: 'image/tiff' });
  });

  it('an AVIF under the general brand is accepted where it says that it is one', async () => {
    expect(await detectType(brands('mif1', 'avif', 'miaf'))).toEqual({
      state: 'accepted',
      type: 'image/avif',
    });
  });
});

describe('refused bytes', () => {
  const text = (content: string) => Buffer.from(content);
  const unsupported: [string, Buffer, RegExp][] = [
    ['HEIC', brands('heic', 'mif1', 'heic'), /HEIC.*JPEG/],
    ['HEIF of the general brand', brands('mif1', 'heic'), /HEIC/],
    ['an AVIF sequence', brands('avis', 'avif', 'msf1'), /single picture/],
    ['JPEG XL', Buffer.from('ff0a7a1f', 'hex'), /JPEG XL.*JPEG/],
    ['JPEG XL in a box', Buffer.from('0000000c4a584c200d0a870a', 'hex'), /JPEG XL/],
    ['JPEG 2000', Buffer.from('0000000c6a5020200d0a870a00000014667479706a703220', 'hex'), /JPEG 2000/],
    ['JPEG-LS', Buffer.from('ffd8fff7000b08', 'hex'), /JPEG-LS/],
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), /SVG.*PNG/],
    [
      'SVG behind a prolog',
      text(
        '\uFEFF<?xml version="1.0"?>\n<!-- a -->\n<!DOCTYPE svg PUBLIC "-//W3C" "x" [<!ENTITY a "b">]>\n<svg:svg/>',
      ),
      /SVG/,
    ],
    ['PSD', Buffer.concat([text('8BPS\0\u0001'), Buffer.alloc(32)]), /Photoshop/],
    ['PDF', text('%PDF-1.7\n'), /PDF.*PNG/],
    ['BMP', Buffer.concat([text('BM'), Buffer.alloc(64)]), /BMP/],
    ['a Canon raw file', Buffer.from('49492a00100000004352020000000000', 'hex'), /Camera raw/],
  ];
  it.each(unsupported)('%s: says what to do', async (_name, bytes, sentence) => {
    expect(await detectType(bytes)).toMatchObject({
      state: 'refused',
      failure: 'unsupported_type',
      sentence: expect.stringMatching(sentence),
    });
  });

  const noImages: [string, Buffer][] = [
    ['HTML', text('<!DOCTYPE html><html><script>alert(1)</script></html>')],
    ['HTML without a doctype', text('  \n<script>alert(1)</script>')],
    ['HTML in UTF-16', Buffer.from('\uFEFF<html lang="en">', 'utf16le')],
    ['PHP', text('<?php echo 1;')],
    ['a ZIP', Buffer.concat([Buffer.from('504b0506', 'hex'), Buffer.alloc(18)])],
    ['a program', Buffer.from('7f454c4602010100', 'hex')],
    ['a video', brands('isom', 'mp42')],
    ['plain text', text('just words')],
    ['nothing', Buffer.alloc(0)],
    [
      'a JPEG behind an ID3 tag',
      Buffer.concat([Buffer.from('49443303000000000000', 'hex'), Buffer.from('ffd8ffe000104a464946', 'hex')]),
    ],
  ];
  it.each(noImages)('%s is no image', async (_name, bytes) => {
    expect(await detectType(bytes)).toMatchObject({ state: 'refused', failure: 'not_an_image' });
  });
});
