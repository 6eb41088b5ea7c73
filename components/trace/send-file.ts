import type { TraceAnswer } from '#lib/deliver/trace/answer.ts';

export type Outcome = { ok: true; answer: TraceAnswer } | { ok: false; message: string };

/**
 * Sends the file itself, with its progress from 0 to 1; undefined once it has arrived and is being looked for. Ends
 * with a sentence where it went wrong; never where `signal` was aborted. fetch tells nothing of the way out.
 */
export function sendFile(
  file: File,
  signal: AbortSignal,
  onProgress: (part: number | undefined) => void,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/trace');
    request.responseType = 'json';
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total ? loaded / total : 0),
    );
    request.upload.addEventListener('load', () => onProgress(undefined));
    request.addEventListener('load', () => resolve(outcomeOf(request)));
    request.addEventListener('error', () => resolve({ ok: false, message: lost }));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

const lost =
  'The file did not reach the portal. Check the connection, and that the file is still there; then try again.';

function outcomeOf({ status, response }: XMLHttpRequest): Outcome {
  if (status === 200) return { ok: true, answer: response as TraceAnswer };
  if (status === 401)
    return { ok: false, message: 'You are signed out. Sign in again in another tab, then try again.' };
  const { detail } = (response ?? {}) as { detail?: string };
  return { ok: false, message: detail ?? `The portal answered ${status}. Try again in a moment.` };
}
