import type { MarkImage } from '#lib/policy/mark-image.ts';
import { extensionIn, normalizeMediaType, typeOfName } from '#lib/upload/accepted-types.ts';
import type { MarkImageUpload } from '#lib/upload/mark-image-schema.ts';

export class MarkImageRefused extends Error {}

/** Just sent, the portal may still be looking at the same bytes for somebody else. */
const patience = 3;

/** Sends a file to the store and has it checked and kept; answers what marks can show by now. */
export async function sendMarkImage(file: File): Promise<MarkImage> {
  const type = normalizeMediaType(file.type) || typeOfName(file.name) || 'application/octet-stream';
  const asked = await call<MarkImageUpload>('/api/mark-images', {
    name: nameOf(file.name),
    content_type: type,
    byte_size: file.size,
  });
  const sent = await fetch(asked.upload_url, {
    method: 'PUT',
    headers: asked.upload_headers,
    body: file,
  }).catch(() => undefined);
  // 412: an earlier try of the same request has put it there.
  if (!sent || (!sent.ok && sent.status !== 412))
    throw new MarkImageRefused('The image did not reach the store. Look at your connection and try again.');
  return await call<MarkImage>('/api/mark-images/complete', { upload_id: asked.upload_id });
}

function nameOf(filename: string): string {
  const extension = extensionIn(filename);
  const bare = extension ? filename.slice(0, -extension.length - 1) : filename;
  return (
    bare
      .replaceAll(/[_\s]+/g, ' ')
      .trim()
      .slice(0, 200) || 'Image'
  );
}

async function call<T>(path: string, body: object): Promise<T> {
  for (let left = patience; ; left -= 1) {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => undefined);
    if (!response) throw new MarkImageRefused('The portal could not be reached. Look at your connection.');
    const answer = await response.json().catch(() => ({}));
    if (response.ok) return answer as T;
    if (response.status !== 503 || left === 0)
      throw new MarkImageRefused(answer.detail ?? 'The image was not taken. Try again.');
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}
