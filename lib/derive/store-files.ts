import { createHash } from 'node:crypto';
import { extensionOf } from '#lib/policy/output-contract.ts';
import { type ObjectStore, objectKeys } from '#lib/storage/object-store.ts';
import type { Manifest } from './manifest.ts';

export interface StoredKeys {
  object_key: string;
  manifest_key: string;
}

/**
 * Writes file and manifest under the fence of this attempt. No other attempt ever writes there, and nobody reads
 * there before a row names it, so a crash or a lost lease leaves orphans and nothing else.
 */
export async function storeFiles(store: ObjectStore, manifest: Manifest, body: Buffer): Promise<StoredKeys> {
  const { name, contract, media_type, sha256, made_by } = manifest;
  const object_key = objectKeys.derivative(name, made_by.fence, extensionOf[contract.media_type]);
  const manifest_key = objectKeys.manifest(name, made_by.fence);
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  await Promise.all([
    store.put(object_key, body, body.length, { contentType: media_type, sha256 }),
    store.put(manifest_key, text, text.length, {
      contentType: 'application/json',
      sha256: createHash('sha256').update(text).digest('hex'),
    }),
  ]);
  return { object_key, manifest_key };
}
