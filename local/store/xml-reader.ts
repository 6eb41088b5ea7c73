import { S3Error } from './s3-error.ts';

export interface XmlElement {
  name: string;
  text: string;
  children: XmlElement[];
}

const tokens = /<\?[^?]*\?>|<(\/?)([A-Za-z_][\w.:-]*)([^<>]*?)(\/?)>|([^<]+)/gy;
const depthLimit = 10;

/**
 * Reads the few small documents that clients send. Comments, CDATA and document types are refused, so there is
 * nothing that could expand or reach outside the text.
 */
export function readXml(text: string): XmlElement {
  const top: XmlElement = { name: '', text: '', children: [] };
  const open = [top];
  tokens.lastIndex = 0;
  while (tokens.lastIndex < text.length) {
    const match = tokens.exec(text);
    const parent = open.at(-1);
    if (!match || !parent) throw malformed();
    const [, closing, name, , selfClosing, characters] = match;
    if (characters !== undefined) parent.text += unescapeXml(characters);
    else if (name === undefined) continue;
    else if (closing) {
      if (open.length === 1 || parent.name !== localName(name)) throw malformed();
      open.pop();
    } else {
      const element = { name: localName(name), text: '', children: [] };
      parent.children.push(element);
      if (!selfClosing) open.push(element);
      if (open.length > depthLimit) throw malformed();
    }
  }
  const [root] = top.children;
  if (open.length !== 1 || top.children.length !== 1 || !root || top.text.trim() !== '') throw malformed();
  return root;
}

export function childText(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text;
}

function malformed(): S3Error {
  return new S3Error(
    'MalformedXML',
    'The XML of the request is not well-formed, or not of the expected shape.',
  );
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&([^;]*);?/g, (_, entity: string) => {
    const code = /^#x([0-9a-f]{1,6})$/i.exec(entity)?.[1] ?? /^#([0-9]{1,7})$/.exec(entity)?.[1];
    const point = code && Number.parseInt(code, entity.startsWith('#x') ? 16 : 10);
    if (typeof point === 'number' && point <= 0x10ffff) return String.fromCodePoint(point);
    const character = named[entity];
    if (character === undefined) throw malformed();
    return character;
  });
}
