import type { Sharp } from 'sharp';
import { escapeXml } from '#lib/picture/escape-xml.ts';
import { traceNamespace, traceProperty } from '#lib/policy/trace-key.ts';
import type { Rights } from '../rights.ts';

/** All that a file may say of itself. */
export interface Metadata {
  rights: Rights | undefined;
  traceKey: string | undefined;
}

/** EXIF for old readers, XMP for the rest; credit and the trace key have no place in EXIF. */
export function writeMetadata(pipeline: Sharp, metadata: Metadata): Sharp {
  const xmp = metadataXmp(metadata);
  const tagged = writeExif(pipeline, metadata);
  return xmp === undefined ? tagged : tagged.withXmp(xmp);
}

export function writeExif(pipeline: Sharp, { rights }: Metadata): Sharp {
  const tags = { Artist: asAscii(rights?.creator), Copyright: asAscii(rights?.rights) };
  const written = Object.entries(tags).filter((tag): tag is [string, string] => tag[1] !== undefined);
  return written.length > 0 ? pipeline.withExif({ IFD0: Object.fromEntries(written) }) : pipeline;
}

/**
 * EXIF text is ASCII. Accents may go; a line whose letters would become question marks stands in XMP alone.
 */
function asAscii(line: string | undefined): string | undefined {
  const plain = line?.replaceAll('©', '(C)').normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return plain && /^[\x20-\x7e]+$/.test(plain) ? plain : undefined;
}

/** The whole XMP packet, or nothing where there is nothing to say. */
export function metadataXmp({ rights: lines, traceKey }: Metadata): string | undefined {
  if (!lines && traceKey === undefined) return undefined;
  const { creator, rights, credit } = lines ?? {};
  const members = [
    creator && `<dc:creator><rdf:Seq><rdf:li>${escapeXml(creator)}</rdf:li></rdf:Seq></dc:creator>`,
    rights &&
      `<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(rights)}</rdf:li></rdf:Alt></dc:rights>`,
    credit && `<photoshop:Credit>${escapeXml(credit)}</photoshop:Credit>`,
    traceKey && `<blazon:${traceProperty}>${escapeXml(traceKey)}</blazon:${traceProperty}>`,
  ];
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"${traceKey === undefined ? '' : ` xmlns:blazon="${traceNamespace}"`}>${members.filter(Boolean).join('')}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`;
}
