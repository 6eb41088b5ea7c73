import type { Readable } from 'node:stream';

/** The body that was to be sent could not be read: no fault of the store. */
export class SourceFailed extends Error {
  constructor(cause: unknown) {
    super('the body broke off while it was sent', { cause });
    this.name = 'SourceFailed';
  }
}

/**
 * The SDK does not listen to the stream it sends: one that fails would leave the call waiting for ever, and end the
 * process by its unheard error. Here it ends the call, and the call's end ends the stream.
 */
export async function withSource<T>(
  body: Buffer | Readable,
  call: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (Buffer.isBuffer(body)) return call(undefined);
  const controller = new AbortController();
  let failure: SourceFailed | undefined;
  body.on('error', (cause) => {
    failure ??= new SourceFailed(cause);
    controller.abort(failure);
  });
  try {
    return await call(controller.signal);
  } catch (error) {
    throw failure ?? error;
  } finally {
    body.destroy();
  }
}
