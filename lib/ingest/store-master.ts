import { createReadStream } from 'node:fs';
import type { Trx } from '#db/client.ts';
import { findMasterState, insertOrLockMaster } from '#db/queries/masters.ts';
import { insertPrint } from '#db/queries/picture-prints.ts';
import type { Spooled } from '#lib/child/spool.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import { pictureFormats } from '#lib/picture/picture-formats.ts';
import type { Services } from '#lib/services.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import type { DecodedPicture } from './facts.ts';
import { masterRow, wholePrint } from './master-row.ts';

/** How often a master that vanished under the transaction is written anew before the caller is told to come back. */
const maxRounds = 3;

/**
 * Writes a picture that passed the decoder as a master, and calls `use` in the transaction that makes its row or
 * finds it: whatever names the master is written there. `busy` where the same bytes are just being removed as
 * somebody's last master.
 */
export async function storeMaster<T>(
  services: Services,
  found: { spooled: Spooled; picture: DecodedPicture },
  use: (trx: Trx) => Promise<T>,
): Promise<T | 'busy'> {
  const { spooled, picture } = found;
  if ((await findMasterState(services.db, spooled.sha256)) === 'deleting') return 'busy';
  for (let round = 0; round < maxRounds; round += 1) {
    await putMaster(services, spooled, picture);
    try {
      return await services.db.transaction().execute(async (trx) => {
        if ((await insertOrLockMaster(trx, masterRow(spooled, picture))) === 'deleting') return 'busy';
        // Before the lock a removal may have been under way: one that came to its end between our PUT and this
        // transaction took the object along.
        const stored = await services.store.head(objectKeys.master(spooled.sha256));
        if (stored?.bytes !== spooled.bytes) throw new MasterVanished();
        await insertPrint(trx, wholePrint(spooled.sha256, picture.print));
        return await use(trx);
      });
    } catch (error) {
      if (!(error instanceof MasterVanished)) throw error;
    }
  }
  throw new JobError('store_unavailable', `master ${spooled.sha256} does not stay in the store`);
}

/** Rolls the transaction back: a row must not name an object that is not there. */
class MasterVanished extends Error {}

/** Bytes that are there already need not travel again; of two writers at once the store keeps the first. */
async function putMaster(services: Services, spooled: Spooled, picture: DecodedPicture): Promise<void> {
  const key = objectKeys.master(spooled.sha256);
  if ((await services.store.head(key))?.bytes === spooled.bytes) return;
  await services.store.put(key, createReadStream(spooled.path), spooled.bytes, {
    contentType: pictureFormats[picture.format].mediaType,
    sha256: spooled.sha256,
    ifAbsent: true,
  });
}
