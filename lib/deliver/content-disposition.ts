/**
 * The header that names a download (RFC 6266): an ASCII `filename` for old clients and, where that says less, the
 * whole name as `filename*` (RFC 8187). Plain ASCII whatever the name, so no name can break out of the header.
 */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const wellFormed = name.toWellFormed();
  // A percent sign is replaced as well: some browsers decode it inside `filename`.
  const plain = wellFormed.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const quoted = `${type}; filename="${plain}"`;
  return plain === wellFormed ? quoted : `${quoted}; filename*=UTF-8''${encodeExtValue(wellFormed)}`;
}

/** `'`, `(`, `)` and `*` are no attr-char, though encodeURIComponent leaves them. */
function encodeExtValue(value: string): string {
  return encodeURIComponent(value).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
