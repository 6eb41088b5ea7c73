import { listWaitingUploads } from '#db/queries/landing-objects.ts';
import { unsafeFindUpload } from '#db/queries/uploads.ts';
import type { Caller } from '#lib/auth/actor.ts';
import type { Services } from '#lib/services.ts';
import { discardLanding } from './discard-landing.ts';
import { landUpload } from './land-upload.ts';
import { refuseUpload } from './refuse-upload.ts';

export interface SweptUploads {
  /** Their bytes were there and nobody had said so. */
  registered: number;
  refused: number;
  abandoned: number;
  /** Left for the next sweep: still waiting, or a failure that may pass. */
  waiting: number;
}

const pageSize = 200;

/**
 * Looks after assets that stay UPLOADING, so that a completion call and a notification that both got lost lose
 * nothing. What never arrived is given up after `UPLOAD_ABANDONED_HOURS`. Ends early once `signal` is aborted.
 */
export async function abandonUploads(
  services: Services,
  caller: Caller,
  signal?: AbortSignal,
): Promise<SweptUploads> {
  const counts: SweptUploads = { registered: 0, refused: 0, abandoned: 0, waiting: 0 };
  for await (const waiting of waitingUploads(services)) {
    if (signal?.aborted) break;
    try {
      counts[await sweepUpload(services, caller, waiting)] += 1;
    } catch (error) {
      counts.waiting += 1;
      services.log.warn({ asset_id: waiting.id, error: String(error) }, 'an upload could not be swept');
    }
  }
  return counts;
}

type Waiting = Awaited<ReturnType<typeof listWaitingUploads>>[number];

async function* waitingUploads(services: Services): AsyncGenerator<Waiting> {
  const { UPLOAD_SWEEP_GRACE_SECONDS: graceSeconds, UPLOAD_ABANDONED_HOURS: abandonedHours } = services.env;
  let afterId: string | undefined;
  do {
    const page = await listWaitingUploads(services.db, {
      graceSeconds,
      abandonedHours,
      afterId,
      limit: pageSize,
    });
    yield* page;
    afterId = page.length === pageSize ? page.at(-1)?.id : undefined;
  } while (afterId !== undefined);
}

async function sweepUpload(
  services: Services,
  caller: Caller,
  waiting: Waiting,
): Promise<keyof SweptUploads> {
  const upload = await unsafeFindUpload(services.db, waiting.id);
  if (upload?.status !== 'UPLOADING') return 'waiting';
  const landing = await landUpload(services, caller, upload, 'sweep');
  if (landing.state === 'registered') return 'registered';
  if (landing.state !== 'absent') return 'refused';
  if (!waiting.given_up) return 'waiting';
  const abandoned = await refuseUpload(services, caller, upload, {
    failure: 'upload_abandoned',
    sentence: `Nothing arrived within ${services.env.UPLOAD_ABANDONED_HOURS} hours. Upload the file again.`,
  });
  if (!abandoned) return 'waiting';
  await discardLanding(services, upload.object_key);
  return 'abandoned';
}
