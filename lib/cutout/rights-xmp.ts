import { escapeXml } from '#lib/picture/escape-xml.ts';

/** What the photo says of its rights, as ingest found it. */
export interface RightsLines {
  creator?: string | undefined;
  rights?: string | undefined;
  credit?: string | undefined;
}

/** Carries the rights lines over to the cut-out, and nothing else of what the photo says of itself. */
export function rightsXmp(lines: RightsLines | null): string | undefined {
  const { creator, rights, credit } = lines ?? {};
  const members = [
    creator && `<dc:creator><rdf:Seq><rdf:li>${escapeXml(creator)}</rdf:li></rdf:Seq></dc:creator>`,
    rights &&
      `<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(rights)}</rdf:li></rdf:Alt></dc:rights>`,
    credit && `<photoshop:Credit>${escapeXml(credit)}</photoshop:Credit>`,
  ].filter(Boolean);
  if (members.length === 0) return undefined;
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/">${members.join('')}</rdf:Description></rdf:RDF></x:xmpmeta>`;
}
