import type { Readable } from 'node:stream';
import type { Upload } from '#db/queries/uploads.ts';
import { Problem } from '#lib/errors.ts';
import { formatCount } from '#lib/format.ts';
import type { AssetFailure } from '#lib/lifecycle.ts';
import type { ObjectFacts, ObjectStore } from '#lib/storage/object-store.ts';
import type { AcceptedType } from './accepted-types.ts';
import { detectType, firstBytes } from './detect-type.ts';
import { typeNotes } from './type-notes.ts';

/** What landed, as it is pinned at registration: ingest reads these bytes or none. */
export interface Landed {
  etag: string;
  versionId: string | undefined;
  bytes: number;
  type: AcceptedType;
  notes: string[];
}

export type Verdict =
  | { state: 'accepted'; landed: Landed }
  | { state: 'absent' }
  | { state: 'refused'; failure: AssetFailure; sentence: string };

/** An object that is replaced between two reads is looked at anew, this often. */
const attempts = 3;

/**
 * Looks at what lies at the landing key: its size by the store, its type by its first bytes. Both are asked for at
 * once, and belong together where they carry the same ETag.
 */
export async function verifyLanding(store: ObjectStore, upload: Upload): Promise<Verdict> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const [facts, first] = await Promise.all([
      store.head(upload.object_key),
      readFirst(store, upload.object_key),
    ]);
    if (!facts || !first) return { state: 'absent' };
    if (facts.etag !== first.etag) continue;
    if (facts.bytes !== upload.declared_bytes) return sizeMismatch(upload.declared_bytes, facts.bytes);
    return judge(upload, facts, first.bytes);
  }
  throw new Problem('unavailable', 'The file keeps changing while it is checked. Try again in a moment.', {
    retryAfterSeconds: 5,
  });
}

async function readFirst(
  store: ObjectStore,
  key: string,
): Promise<{ etag: string; bytes: Buffer } | undefined> {
  const found = await store.get(key, { range: { first: 0, last: firstBytes - 1 } });
  if (found.state !== 'found') return undefined;
  return { etag: found.facts.etag, bytes: await readAtMost(found.body, firstBytes) };
}

async function judge(upload: Upload, facts: ObjectFacts, first: Buffer): Promise<Verdict> {
  const detected = await detectType(first);
  if (detected.state === 'refused') return detected;
  const notes = typeNotes(detected.type, upload.declared_type, upload.filename);
  const { etag, versionId, bytes } = facts;
  return { state: 'accepted', landed: { etag, versionId, bytes, type: detected.type, notes } };
}

function sizeMismatch(declared: number, landed: number): Verdict {
  const sentence = `The file was announced with ${formatCount(declared)} bytes, and ${formatCount(landed)} arrived. Upload it again.`;
  return { state: 'refused', failure: 'size_mismatch', sentence };
}

/** A store that ignores the range would send the whole file. */
async function readAtMost(body: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= limit) break;
  }
  return Buffer.concat(chunks).subarray(0, limit);
}
