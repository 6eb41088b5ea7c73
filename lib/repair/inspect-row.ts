import { isDeepStrictEqual } from 'node:util';
import type { InspectedRow } from '#db/queries/inspected-files.ts';
import type { NewFinding } from '#db/queries/inspections.ts';
import type { ObjectStore } from '#lib/storage/object-store.ts';
import { hashObject } from './hash-object.ts';

/** A manifest says what a policy version says, so it is a few kilobytes; more than this is none. */
const mostManifestBytes = 4 * 1024 * 1024;

export interface RowInspection {
  finding: NewFinding | undefined;
  /** Bytes of the file that were read, or null where none were. */
  bytesRead: number | null;
}

/** Holds one row against what the store has under its keys. Files are hashed as they stream by, never held whole. */
export async function inspectRow(
  store: ObjectStore,
  row: InspectedRow,
  options: { readsBytes: boolean; signal: AbortSignal },
): Promise<RowInspection> {
  const wrong = (
    kind: NewFinding['kind'],
    expected: string,
    found: string,
    bytesRead: number | null = null,
  ) => ({
    finding: { ...nameOf(row), object_key: row.object_key, kind, fence: row.fence, expected, found },
    bytesRead,
  });
  const facts = await store.head(row.object_key);
  if (!facts) return wrong('object_missing', `${row.byte_size} bytes`, 'no object');
  if (facts.bytes !== row.byte_size)
    return wrong('size_differs', `${row.byte_size} bytes`, `${facts.bytes} bytes`);
  let bytesRead: number | null = null;
  if (options.readsBytes) {
    const read = await hashObject(store, row.object_key, options.signal);
    if (!read) return wrong('object_missing', `${row.byte_size} bytes`, 'no object');
    bytesRead = read.bytes;
    if (read.sha256 !== row.sha256) return wrong('hash_differs', row.sha256, read.sha256, bytesRead);
  }
  const manifest = await readManifestObject(store, row.manifest_key);
  if (manifest === undefined) return wrong('manifest_missing', row.manifest_key, 'no object', bytesRead);
  const difference = manifestDifference(row, manifest);
  if (difference) return wrong('manifest_differs', difference.expected, difference.found, bytesRead);
  return { finding: undefined, bytesRead };
}

function nameOf({ source_hash, audience, policy_version, format }: InspectedRow) {
  return { source_hash, audience, policy_version, format };
}

/** `null` for what is there and is no manifest. */
async function readManifestObject(store: ObjectStore, key: string): Promise<unknown> {
  const answer = await store.get(key, { range: { first: 0, last: mostManifestBytes - 1 } });
  if (answer.state !== 'found') return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of answer.body as AsyncIterable<Buffer>) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return null;
  }
}

/** The first member of the manifest that is not what the row has, by both sides. */
function manifestDifference(
  row: InspectedRow,
  manifest: unknown,
): { expected: string; found: string } | undefined {
  if (manifest === null || typeof manifest !== 'object')
    return { expected: 'a manifest', found: 'something else' };
  const recorded = row.manifest as Record<string, unknown>;
  const stored = manifest as Record<string, unknown>;
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(stored)])];
  const member = names.find((name) => !isDeepStrictEqual(recorded[name], stored[name]));
  if (!member) return undefined;
  return { expected: shown(member, recorded[member]), found: shown(member, stored[member]) };
}

function shown(member: string, value: unknown): string {
  return `${member}: ${value === undefined ? 'nothing' : JSON.stringify(value)}`.slice(0, 200);
}
