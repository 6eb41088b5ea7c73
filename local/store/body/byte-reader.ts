import { S3Error } from '../s3-error.ts';

const lineLimit = 4096;

/** Reads lines and lengths from a stream of buffers without ever holding more than one of them. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Between one and `limit` bytes. */
  async take(limit: number): Promise<Buffer> {
    if (!(await this.#fill())) throw incomplete();
    const piece = this.#rest.subarray(0, limit);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  /** The next line without its CR LF; undefined at the end of the stream. */
  async line(): Promise<string | undefined> {
    let text = '';
    for (;;) {
      if (!(await this.#fill())) {
        if (text === '') return undefined;
        throw incomplete();
      }
      const end = this.#rest.indexOf(10);
      text += this.#rest.subarray(0, end < 0 ? this.#rest.length : end + 1).toString('latin1');
      this.#rest = end < 0 ? Buffer.alloc(0) : this.#rest.subarray(end + 1);
      if (text.length > lineLimit) throw new S3Error('InvalidRequest', 'A chunk header is too long.');
      if (end >= 0) {
        if (!text.endsWith('\r\n')) throw new S3Error('InvalidRequest', 'A chunk header must end in CR LF.');
        return text.slice(0, -2);
      }
    }
  }

  /** Ends the source too when its reader gives up early. */
  async cancel(): Promise<void> {
    await this.#source.return?.();
  }

  async #fill(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const next = await this.#source.next();
      if (next.done) return false;
      this.#rest = next.value;
    }
    return true;
  }
}

function incomplete(): S3Error {
  return new S3Error('IncompleteBody', 'The body ended before the length it announced.');
}
