import { offline, problem, UploadStopped } from './upload-problem.ts';

/** An RFC 9457 answer of the portal. */
export class PortalRefusal extends UploadStopped {
  readonly status: number;
  readonly code: string;
  readonly reason: unknown;

  constructor(status: number, body: { code?: string; detail?: string; reason?: unknown }) {
    super(
      problem(
        status === 401 ? 'signed_out' : body.code === 'product_full' ? 'product_full' : kindOf(status),
        sentenceOf(status, body.detail),
      ),
    );
    this.status = status;
    this.code = body.code ?? 'internal';
    this.reason = body.reason;
  }
}

const patienceMs = 20_000;

/** One JSON call to the portal. Throws `UploadStopped` with a sentence for whatever went wrong. */
export async function callPortal<T>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  options: { body?: object; headers?: Record<string, string>; keepalive?: boolean } = {},
): Promise<T> {
  const { body, headers, keepalive = false } = options;
  const response = await fetch(path, {
    method,
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
    keepalive,
    signal: AbortSignal.timeout(patienceMs),
  }).catch(() => {
    throw new UploadStopped(offline);
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new PortalRefusal(response.status, answer);
  return answer as T;
}

function kindOf(status: number): 'portal' | 'refused' {
  return status >= 500 || status === 429 ? 'portal' : 'refused';
}

function sentenceOf(status: number, detail: string | undefined): string {
  if (status === 401) return 'You are signed out. Sign in again in another tab, then try again here.';
  if (status === 429) return 'The portal has too much to do at the moment. Try again in a minute.';
  if (status >= 500) return detail ?? 'The portal does not answer as it should. Try again in a moment.';
  return detail ?? `The portal refused it (${status}). Try again, or reload the page.`;
}
