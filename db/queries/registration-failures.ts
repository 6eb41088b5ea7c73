import { randomUUID } from 'node:crypto';
import type { Database } from '#db/client.ts';

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
