import exifReader from 'exif-reader';
import type { Metadata, Sharp } from 'sharp';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import type { VersionEdits } from '#lib/policy/source-hash.ts';

/** The rights line: all that `copyright` lets through. */
export interface Rights {
  creator?: string | undefined;
  rights?: string | undefined;
  credit?: string | undefined;
}

/** The editor's words, else the master's: XMP before IPTC before EXIF, since only XMP is sure to be Unicode. */
export function rightsOf(
  contract: Pick<OutputContract, 'metadata'>,
  edits: VersionEdits | null,
  metadata: Pick<Metadata, 'exif' | 'xmp' | 'iptc'>,
): Rights | undefined {
  if (contract.metadata === 'strip') return undefined;
  const exif = readExif(metadata.exif);
  const iptc = readIptc(metadata.iptc);
  const xmp = metadata.xmp?.toString('utf8') ?? '';
  const found = {
    creator: readXmp(xmp, 'dc:creator') ?? iptc.get(80) ?? exif.creator,
    rights: readXmp(xmp, 'dc:rights') ?? iptc.get(116) ?? exif.rights,
    credit: readXmp(xmp, 'photoshop:Credit') ?? iptc.get(110),
  };
  const lines = Object.entries({ ...found, ...edits?.rights })
    .map(([name, line]) => [name, line?.trim().slice(0, 500)] as const)
    .filter(([, line]) => line);
  return lines.length === 0 ? undefined : Object.fromEntries(lines);
}

/** EXIF for old readers, XMP for the rest; credit has no place in EXIF. */
export function writeRights(pipeline: Sharp, rights: Rights | undefined): Sharp {
  if (!rights) return pipeline;
  const { creator, rights: copyright } = rights;
  const tags = { ...(creator ? { Artist: creator } : {}), ...(copyright ? { Copyright: copyright } : {}) };
  const tagged = Object.keys(tags).length > 0 ? pipeline.withExif({ IFD0: tags }) : pipeline;
  return tagged.withXmp(rightsXmp(rights));
}

export function rightsXmp({ creator, rights, credit }: Rights): string {
  const members = [
    creator && `<dc:creator><rdf:Seq><rdf:li>${escapeXml(creator)}</rdf:li></rdf:Seq></dc:creator>`,
    rights &&
      `<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(rights)}</rdf:li></rdf:Alt></dc:rights>`,
    credit && `<photoshop:Credit>${escapeXml(credit)}</photoshop:Credit>`,
  ];
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/">${members.filter(Boolean).join('')}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`;
}

function readExif(exif: Buffer | undefined): Pick<Rights, 'creator' | 'rights'> {
  if (!exif) return {};
  try {
    const { Image } = exifReader(exif);
    return { creator: textOf(Image?.Artist), rights: textOf(Image?.Copyright) };
  } catch {
    // Damaged EXIF names nobody; the picture is none the worse for it.
    return {};
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value.replaceAll('\0', ' ').trim() || undefined : undefined;
}

/** Record 2 of IPTC-IIM, by data set number. https://www.iptc.org/std/IIM/4.2/ */
function readIptc(iptc: Buffer | undefined): Map<number, string> {
  const lines = new Map<number, string>();
  if (!iptc) return lines;
  for (let at = iptc.indexOf(0x1c); at >= 0 && at + 5 <= iptc.length; ) {
    const bytes = iptc.readUInt16BE(at + 3);
    if (iptc[at] !== 0x1c || bytes > 0x7fff) break;
    if (iptc[at + 1] === 2) lines.set(iptc[at + 2] ?? 0, decodeText(iptc.subarray(at + 5, at + 5 + bytes)));
    at += 5 + bytes;
  }
  return lines;
}

/** UTF-8 where it is valid, else Latin-1, as old cameras and agencies wrote it. */
function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/** One property of an XMP packet, written as an attribute, as an element, or as a list whose items are joined. */
function readXmp(xmp: string, property: string): string | undefined {
  const attribute = new RegExp(`\\s${property}=(?:"([^"]*)"|'([^']*)')`).exec(xmp);
  if (attribute) return unescapeXml(attribute[1] ?? attribute[2] ?? '');
  const element = new RegExp(`<${property}(?:\\s[^>]*)?>([\\s\\S]*?)</${property}>`).exec(xmp)?.[1];
  if (element === undefined) return undefined;
  const items = [...element.matchAll(/<rdf:li[^>]*>([\s\S]*?)<\/rdf:li>/g)].map(([, item]) => item ?? '');
  const text = (items.length > 0 ? items.join(', ') : element).replace(/<[^>]*>/g, '');
  return unescapeXml(text).trim() || undefined;
}

function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return entities[name] ?? whole;
    const point = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });
}
