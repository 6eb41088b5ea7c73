import type { S3Settings } from './s3-settings.ts';
import { connectS3 } from './s3-store.ts';

const answerTimeoutMs = 10_000;

/**
 * Asks the bucket without a signature, at both of its addresses, to read, to list and to write. A sentence where it
 * agrees to one of them.
 */
export async function probeUnsigned(settings: S3Settings, key: string): Promise<string | undefined> {
  const addresses = new Set([settings.S3_ENDPOINT, settings.S3_PUBLIC_ENDPOINT ?? settings.S3_ENDPOINT]);
  for (const endpoint of addresses) {
    const object = await unsignedUrl({ ...settings, S3_PUBLIC_ENDPOINT: endpoint }, key);
    const bucket = object.slice(0, -key.length);
    const requests = {
      'hands out objects': [object, 'GET'],
      'lists its keys': [`${bucket}?list-type=2`, 'GET'],
      'takes writes': [object, 'PUT'],
    } as const;
    for (const [deed, [url, method]] of Object.entries(requests))
      if (await agrees(url, method))
        return `The bucket '${settings.S3_BUCKET}' at ${endpoint} ${deed} without a signature, so anybody could get at the photos. Make it private and start again.`;
  }
  return undefined;
}

/** Whether the bucket stands in the path or in the host name is the client's matter; so its own URL is taken. */
async function unsignedUrl(settings: S3Settings, key: string): Promise<string> {
  const signed = await connectS3(settings).presignGet(key, {
    contentType: 'text/plain',
    contentDisposition: 'inline',
    expiresSeconds: 60,
  });
  return signed.url.split('?')[0] ?? '';
}

/** An address that this machine can't reach, such as one that only browsers see, is no answer. */
async function agrees(url: string, method: 'GET' | 'PUT'): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerTimeoutMs),
      ...(method === 'PUT' && { body: 'probe', headers: { 'content-type': 'text/plain' } }),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
