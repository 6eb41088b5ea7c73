import { safeText } from './exif-facts.ts';
import type { RightsLines } from './facts.ts';

export interface MetadataBlocks {
  /** What `exifFacts` made of it. */
  exif: Record<string, unknown> | null;
  iptc: Buffer | undefined;
  xmp: string | undefined;
}

/**
 * Creator, rights and credit as the picture states them. EXIF goes before IPTC and IPTC before XMP, field by
 * field. Only these lines may ever leave with a derivative, and only where a contract keeps them.
 */
export function rightsLines({ exif, iptc, xmp }: MetadataBlocks): RightsLines | null {
  const image = (exif?.Image ?? {}) as Record<string, unknown>;
  const datasets = readIptc(iptc);
  const lines = {
    creator: first(image.Artist, datasets.get(80), xmpText(xmp, 'dc:creator')),
    rights: first(image.Copyright, datasets.get(116), xmpText(xmp, 'dc:rights')),
    credit: first(datasets.get(110), xmpText(xmp, 'photoshop:Credit')),
  };
  const stated = Object.entries(lines).filter(([, text]) => text !== undefined);
  return stated.length === 0 ? null : (Object.fromEntries(stated) as RightsLines);
}

function first(...candidates: unknown[]): string | undefined {
  const texts = candidates.map((candidate) => (typeof candidate === 'string' ? safeText(candidate) : ''));
  return texts.find((text) => text !== '');
}

/** The application records of an IPTC block, wherever the Photoshop wrapper puts them: 1C 02 number length text. */
function readIptc(iptc: Buffer | undefined): Map<number, string> {
  const found = new Map<number, string>();
  let at = iptc?.indexOf(Buffer.of(0x1c, 0x02)) ?? -1;
  while (iptc && at !== -1 && at + 5 <= iptc.length) {
    const number = iptc.readUInt8(at + 2);
    const length = iptc.readUInt16BE(at + 3);
    const text = iptc.subarray(at + 5, at + 5 + length);
    if (!found.has(number)) found.set(number, decodeText(text));
    at = iptc.indexOf(Buffer.of(0x1c, 0x02), at + 5 + length);
  }
  return found;
}

/** IPTC has no reliable word on its encoding: UTF-8 where it is valid, else Latin-1. */
function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/** The first text of a property, as an attribute, an element, or the first item of its list. */
function xmpText(xmp: string | undefined, property: string): string | undefined {
  if (!xmp) return undefined;
  const attribute = new RegExp(`\\b${property}="([^"]{1,2000})"`).exec(xmp)?.[1];
  const start = xmp.indexOf(`<${property}`);
  const inside = start === -1 ? '' : xmp.slice(start, start + 4000);
  const element =
    /^<[^>]*>\s*<rdf:(?:Alt|Seq|Bag)[^>]*>\s*<rdf:li[^>]*>([^<]*)</.exec(inside)?.[1] ??
    /^<[^>]*>([^<]*)</.exec(inside)?.[1];
  const text = attribute ?? element;
  return text === undefined ? undefined : unescapeXml(text);
}

function unescapeXml(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(
    /&(?:#(\d{1,6})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (whole, ten, hex, name) => {
      if (name) return named[String(name).toLowerCase()] ?? whole;
      const code = ten ? Number(ten) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
}
