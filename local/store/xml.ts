/** What an element holds: text, child elements, or several elements of one name. */
export type XmlValue =
  | string
  | number
  | boolean
  | Date
  | undefined
  | { readonly [name: string]: XmlValue | readonly XmlValue[] };

const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/';

/** A whole document. Members that are undefined are left out; an array repeats its element. */
export function xmlDocument(root: string, children: XmlValue, options: { plain?: boolean } = {}): string {
  const open = options.plain ? root : `${root} xmlns="${namespace}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${open}>${content(children)}</${root}>`;
}

function content(value: XmlValue): string {
  if (value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object') return escapeXml(String(value));
  return Object.entries(value)
    .flatMap(([name, child]) => (Array.isArray(child) ? child : [child]).map((item) => element(name, item)))
    .join('');
}

function element(name: string, value: XmlValue): string {
  return value === undefined ? '' : `<${name}>${content(value)}</${name}>`;
}

/** Carriage returns too: a parser would turn them into line feeds, and the key would no longer be the key. */
function escapeXml(text: string): string {
  return text.replace(/[&<>"'\r\n\t]/g, (character) => `&#${character.charCodeAt(0)};`);
}
