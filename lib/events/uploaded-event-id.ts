import { v5 as uuidv5 } from 'uuid';

/** Ours alone; another one would give every upload a second event. */
const namespace = '6f0c0c52-6c0b-4f0e-9d43-2a5f3a1c7b9e';

/**
 * The id of "these bytes arrived at this key": the same from the browser's completion call and from the store's
 * notification, whichever comes first. `key` is decoded. ETags count without their quotes, since HTTP carries
 * these and notifications do not.
 */
export function uploadedEventId(object: {
  bucket: string;
  key: string;
  versionId?: string | null | undefined;
  etag: string;
}): string {
  // A store that keeps no versions leaves the id out in one place and says "null" in another.
  const hasVersion = object.versionId && object.versionId !== 'null';
  const identity = hasVersion ? `version ${object.versionId}` : `etag ${object.etag.replaceAll('"', '')}`;
  return uuidv5(JSON.stringify([object.bucket, object.key, identity]), namespace);
}
