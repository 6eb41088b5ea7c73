/**
 * Says what a text that a browser would run or draw is. Names and declared types are not looked at: HTML called
 * `kit.png` is HTML.
 */
export function markupType(first: Buffer): 'image/svg+xml' | 'text/html' | 'application/x-php' | undefined {
  const text = decode(first).replace(/^\s+/, '');
  if (/^<\?php/i.test(text)) return 'application/x-php';
  const root = skipProlog(text);
  if (/^<(\w+:)?svg[\s>/]/i.test(root)) return 'image/svg+xml';
  if (/^(<!doctype html|<(html|head|body|script|title|meta|iframe|table|div|p|a|h1)[\s>/])/i.test(root)) {
    return 'text/html';
  }
  return undefined;
}

function decode(first: Buffer): string {
  if (first[0] === 0xff && first[1] === 0xfe) return first.toString('utf16le', 2);
  if (first[0] === 0xfe && first[1] === 0xff) {
    const even = first.subarray(2, first.length - (first.length % 2));
    return Buffer.from(even).swap16().toString('utf16le');
  }
  return first.toString('utf8').replace(/^\uFEFF/, '');
}

/** Steps over the XML declaration, comments and an SVG doctype, each of which may stand before the root. */
function skipProlog(text: string): string {
  const piece = /^\s*(<\?xml[^>]*\?>|<!--[\s\S]*?-->|<!doctype svg[^>[]*(\[[\s\S]*?\])?[^>]*>)/i;
  let rest = text;
  for (let found = piece.exec(rest); found; found = piece.exec(rest)) rest = rest.slice(found[0].length);
  return rest.trimStart();
}
