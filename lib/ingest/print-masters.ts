import { insertPrint, unsafeListMastersWithoutPrint } from '#db/queries/picture-prints.ts';
import { spoolFolder, withSpooled } from '#lib/child/spool.ts';
import type { Services } from '#lib/services.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import { decodeInChild } from './decode-in-child.ts';
import { wholePrint } from './master-row.ts';

const batch = 100;
/** Other duties wait meanwhile; what is left is for the next turn. */
const turnMs = 20_000;

/**
 * Makes the prints of masters that came before prints were kept; answers how many. One that cannot be read keeps no
 * other waiting.
 */
export async function printMasters(services: Services, signal: AbortSignal): Promise<number> {
  const end = performance.now() + turnMs;
  let made = 0;
  for (const master of await unsafeListMastersWithoutPrint(services.db, batch)) {
    if (signal.aborted || performance.now() > end) break;
    try {
      await printMaster(services, master, signal);
      made += 1;
    } catch (error) {
      services.log.warn({ master: master.sha256, error: String(error) }, 'a master got no print');
    }
  }
  return made;
}

async function printMaster(
  { db, env, store }: Services,
  { sha256 }: { sha256: string },
  signal: AbortSignal,
): Promise<void> {
  const found = await store.get(objectKeys.master(sha256));
  if (found.state !== 'found') throw new Error('its object is not there');
  const options = { folder: spoolFolder(env, 'ingest'), maxBytes: env.MAX_UPLOAD_BYTES, signal };
  await withSpooled(found.body, options, async (spooled) => {
    if (spooled?.sha256 !== sha256) throw new Error('its object has other bytes');
    const decoding = await decodeInChild(env, spooled.path, { signal, attempt: 1 });
    if (decoding.state === 'refused') throw new Error(decoding.detail);
    await insertPrint(db, wholePrint(sha256, decoding.picture.print));
  });
}
