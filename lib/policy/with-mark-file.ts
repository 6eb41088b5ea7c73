import { withSpooled } from '#lib/child/spool.ts';
import { makeSpoolFolder } from '#lib/child/spool-folder.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import type { Services } from '#lib/services.ts';
import { objectKeys, StoreUnavailable } from '#lib/storage/object-store.ts';
import { maxMarkBytes } from './mark-image.ts';

let folder: string | undefined;

/**
 * Calls `use` with a private file of a mark's image, or with nothing where the store does not hold these bytes.
 * Throws `StoreUnavailable`.
 */
export async function withMarkFile<T>(
  { env, store }: Pick<Services, 'env' | 'store'>,
  sha256: string,
  use: (path: string | undefined) => Promise<T> | T,
): Promise<T> {
  const found = await store.get(objectKeys.master(sha256));
  if (found.state !== 'found') return await use(undefined);
  folder ??= makeSpoolFolder(env, 'marks');
  const options = {
    folder,
    maxBytes: maxMarkBytes,
    signal: AbortSignal.timeout(env.MARK_DEADLINE_MS),
  };
  try {
    return await withSpooled(found.body, options, async (spooled) =>
      use(spooled?.sha256 === sha256 ? spooled.path : undefined),
    );
  } catch (error) {
    const isStores = error instanceof JobError && error.category === 'store_unavailable';
    throw isStores || error === options.signal.reason ? new StoreUnavailable('GetObject', error) : error;
  }
}
