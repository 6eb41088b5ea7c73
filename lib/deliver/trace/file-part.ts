/** Headers of a part are short; whoever sends more is no browser. */
const mostHeaderBytes = 16 * 1024;

/** The boundary that a Content-Type names, or nothing where it is no form with files. Pure. */
export function formBoundary(contentType: string): string | undefined {
  if (!/^multipart\/form-data\b/i.test(contentType)) return undefined;
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;,"]{1,70}))/i.exec(contentType) ?? [];
  return quoted ?? bare;
}

/**
 * The bytes of the first file in a form, as they come: a form parser of the platform would hold all of it in memory.
 * Ends without any where the form has no file, or ends early. Yields nothing of the boundary that follows the file.
 */
export async function* filePart(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<Buffer> {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  // The first delimiter stands at the very start, without a line break.
  let held: Buffer = Buffer.from('\r\n');
  let place: 'between' | 'headers' | 'file' | 'other' = 'between';
  for await (const chunk of body) {
    held = Buffer.concat([held, chunk]);
    for (;;) {
      if (place === 'headers') {
        const end = held.indexOf('\r\n\r\n');
        if (end === -1) {
          if (held.length > mostHeaderBytes) return;
          break;
        }
        const isLast = held.subarray(0, 2).toString('latin1') === '--';
        if (isLast) return;
        place = isFile(held.subarray(0, end).toString('utf8')) ? 'file' : 'other';
        held = held.subarray(end + 4);
      }
      const at = held.indexOf(delimiter);
      const known = at === -1 ? Math.max(0, held.length - delimiter.length + 1) : at;
      if (place === 'file' && known > 0) yield held.subarray(0, known);
      if (at === -1) {
        held = held.subarray(known);
        break;
      }
      if (place === 'file') return;
      held = held.subarray(at + delimiter.length);
      place = 'headers';
    }
  }
}

function isFile(headers: string): boolean {
  return /^content-disposition:.*;\s*filename\*?=/im.test(headers);
}
