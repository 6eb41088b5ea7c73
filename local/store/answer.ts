/** What a handler answers; the server sends it. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string | AsyncIterable<Buffer>;
}

export function xmlAnswer(body: string): Answer {
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}
