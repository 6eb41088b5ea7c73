import type { Trx } from '#db/client.ts';
import type { Spooled } from '#lib/child/spool.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import type { Services } from '#lib/services.ts';
import { decodeInChild } from './decode-in-child.ts';
import { storeMaster } from './store-master.ts';

/**
 * Keeps a file that the portal made itself as a master: judged in a child like any upload, then stored with the rows
 * that `use` writes, and with a small picture for staff. `busy` where the same bytes are just being removed as somebody's last master.
 */
export async function keepMaster<T>(
  services: Services,
  spooled: Spooled,
  options: { signal: AbortSignal; attempt: number; thumbnailKey: string },
  use: (trx: Trx) => Promise<T>,
): Promise<T | 'busy'> {
  const decoding = await decodeInChild(services.env, spooled.path, options);
  if (decoding.state === 'refused')
    throw new JobError('internal', `what was made is refused as a master: ${decoding.detail}`, {
      permanent: true,
    });
  const thumbnail = Buffer.from(decoding.picture.thumbnail);
  await services.store.put(options.thumbnailKey, thumbnail, thumbnail.length, { contentType: 'image/jpeg' });
  return storeMaster(services, { spooled, picture: decoding.picture }, use);
}
