export interface NoticeTarget {
  url: string;
  /** Sent as a bearer token. */
  secret: string;
}

export type Delivery = 'taken' | 'refused' | 'unreachable';

const answerTimeoutMs = 30_000;

/**
 * Posts one event. `refused` concerns this event alone, such as a body that the receiver cannot read;
 * `unreachable` concerns them all: nobody listens, or the receiver is in trouble.
 */
export async function postNotice(target: NoticeTarget, body: string, signal: AbortSignal): Promise<Delivery> {
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${target.secret}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]),
    });
    await response.arrayBuffer();
    if (response.ok) return 'taken';
    return response.status >= 500 || response.status === 429 ? 'unreachable' : 'refused';
  } catch {
    return 'unreachable';
  }
}
