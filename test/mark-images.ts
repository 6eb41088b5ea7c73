import { completeMarkImage } from '#lib/ingest/complete-mark-image.ts';
import type { MarkImage } from '#lib/policy/mark-image.ts';
import type { Services } from '#lib/services.ts';
import { requestMarkImage } from '#lib/upload/request-mark-image.ts';
import type { Someone } from './portal.ts';

/** Sends the bytes as a browser does, and answers the id of the upload. */
export async function sendMarkImage(
  services: Services,
  by: Someone,
  bytes: Buffer,
  name = 'Logo',
): Promise<string> {
  const asked = await requestMarkImage(services, by, {
    name,
    content_type: 'image/png',
    byte_size: bytes.length,
  });
  const headers = { ...asked.upload_headers };
  const sent = await fetch(asked.upload_url, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  if (!sent.ok) throw new Error(`Expected the store to take the image but received ${sent.status}`);
  return asked.upload_id;
}

/** The whole way of an image that policies may be marked with. */
export async function uploadMarkImage(services: Services, by: Someone, bytes: Buffer): Promise<MarkImage> {
  const uploadId = await sendMarkImage(services, by, bytes);
  const signal = new AbortController().signal;
  return (await completeMarkImage(services, by, { uploadId, signal })).image;
}
