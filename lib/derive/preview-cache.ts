import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { mediaTypes } from '#lib/policy/output-contract.ts';
import { type ObjectStore, objectKeys } from '#lib/storage/object-store.ts';

const pictureFacts = z.object({
  media_type: z.enum(mediaTypes),
  width: z.number(),
  height: z.number(),
  has_alpha: z.boolean(),
  bytes: z.number(),
  sha256: z.string(),
  coding: z.object({ quality: z.number().optional(), colours: z.number().optional() }),
  remarks: z.array(z.string()),
});

export type CachedPicture = z.output<typeof pictureFacts> & { body: Buffer };

/** Only whole and untouched: whatever else lies in the cache counts as nothing. */
export async function findPreview(store: ObjectStore, key: string): Promise<CachedPicture | undefined> {
  const [described, picture] = await Promise.all([
    readObject(store, factsKey(key)),
    readObject(store, objectKeys.preview(key)),
  ]);
  if (!described || !picture) return undefined;
  const facts = pictureFacts.parse(JSON.parse(described.toString('utf8')));
  const found = createHash('sha256').update(picture).digest('hex');
  return found === facts.sha256 ? { ...facts, body: picture } : undefined;
}

export async function keepPreview(
  store: ObjectStore,
  key: string,
  { body, ...facts }: CachedPicture,
): Promise<void> {
  const text = Buffer.from(JSON.stringify(facts));
  await store.put(objectKeys.preview(key), body, body.length, {
    contentType: facts.media_type,
    sha256: facts.sha256,
  });
  await store.put(factsKey(key), text, text.length, { contentType: 'application/json' });
}

function factsKey(key: string): string {
  return `${objectKeys.preview(key)}.json`;
}

async function readObject(store: ObjectStore, key: string): Promise<Buffer | undefined> {
  const answer = await store.get(key);
  return answer.state === 'found' ? await buffer(answer.body) : undefined;
}
