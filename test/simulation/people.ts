import type { Database } from '#db/client.ts';
import { listSettledNames } from '#db/queries/derivatives.ts';
import { systemCaller } from '#lib/auth/actor.ts';
import { uploadedEventId } from '#lib/events/uploaded-event-id.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { derivativeJob } from '#lib/policy/derivative-job.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import type { Services } from '#lib/services.ts';
import { completeUpload } from '#lib/upload/complete-upload.ts';
import { registerArrival } from '#lib/upload/register-arrival.ts';
import { personCaller } from '../people.ts';
import type { Photo, World } from './world.ts';

/** The browser: it says that its bytes are there until it is told so, and sometimes once more. */
export async function complete(world: World, photo: Photo): Promise<void> {
  const { services, random, scheduler, editorId } = world;
  for (;;) {
    await scheduler.pause('is about to complete its upload');
    const answer = await completeUpload(services, personCaller(editorId, 'editor'), { key: photo.key }).catch(
      () => undefined,
    );
    if (answer && random.chance(0.6)) return;
  }
}

/** The store's own word of the same bytes, any number of times. */
export async function notify(world: World, photo: Photo): Promise<void> {
  const { services, random, scheduler, broker } = world;
  do {
    await scheduler.pause('has a notification of the store');
    if (broker) await broker.publish([uploadedEvent(services, photo)]).catch(() => undefined);
    else
      await registerArrival(services, systemCaller('events', { requestId: 'sim' }), photo.assetId).catch(
        () => undefined,
      );
  } while (random.chance(0.4));
}

function uploadedEvent({ store }: Services, { assetId, key, etag, bytes }: Photo) {
  return {
    event_id: uploadedEventId({ bucket: store.bucket, key, etag }),
    type: 'AssetUploaded' as const,
    key: assetId,
    payload: { asset_id: assetId, bucket: store.bucket, object_key: key, etag, version_id: null, bytes },
    causation_id: null,
    request_id: null,
    trace_id: null,
    traceparent: null,
  };
}

/** Wants every file of every photo that is READY, more than once. */
export async function ask(world: World): Promise<void> {
  const { services, contracts, scheduler, random, isCalm } = world;
  for (;;) {
    await scheduler.pause('wants files', () => isWanting(world));
    const wanted = await listWanted(services.db, contracts, isCalm()).catch(() => []);
    for (const one of wanted) {
      if (random.chance(0.3)) continue;
      await enqueueJob(services.db, derivativeJob(one)).catch(() => undefined);
    }
  }
}

/** A photo is ready whose files are not all there; and while things are rough, now and then without a reason. */
function isWanting({ latest, contracts, isCalm, random }: World): boolean {
  const { assets, derivatives } = latest();
  const masters = new Set([...assets.values()].flatMap(({ master }) => master ?? []));
  if (masters.size === 0) return false;
  return derivatives.size < masters.size * contracts.length || (!isCalm() && random.chance(0.1));
}

async function listWanted(db: Database, contracts: readonly OutputContract[], onlyMissing: boolean) {
  const ready = await db
    .selectFrom('asset_versions')
    .select(['master_sha256', 'source_hash'])
    .orderBy('asset_id')
    .execute();
  if (ready.length === 0) return [];
  const names = ready.flatMap((version) =>
    contracts.map((contract) => ({ ...version, audience: 'teacher', policy_version: 1, contract })),
  );
  if (!onlyMissing) return names;
  const hashes = ready.map(({ source_hash }) => source_hash);
  const settled = await listSettledNames(db, 'teacher', 1, hashes);
  const isSettled = new Set(settled.map(({ source_hash, format }) => `${source_hash}/${format}`));
  return names.filter(({ source_hash, contract }) => !isSettled.has(`${source_hash}/${contract.format}`));
}
