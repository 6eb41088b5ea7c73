import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';

/** Bytes that arrived and could not be registered: what repair and the operations page work through. */
export async function insertRegistrationFailure(
  db: Database,
  failure: { objectKey: string; assetId: string; requestId: string; error: string },
): Promise<void> {
  await db
    .insertInto('registration_failures')
    .values({
      id: randomUUID(),
      object_key: failure.objectKey,
      asset_id: failure.assetId,
      request_id: failure.requestId,
      error: failure.error,
    })
    .execute();
}

export async function markRegistrationRepaired(trx: Trx, assetId: string): Promise<void> {
  await trx
    .updateTable('registration_failures')
    .set({ repaired_at: sql`clock_timestamp()` })
    .where('asset_id', '=', assetId)
    .where('repaired_at', 'is', null)
    .execute();
}
