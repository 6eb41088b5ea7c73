import { unsafeFindUploadByKey } from '#db/queries/uploads.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { Problem } from '#lib/errors.ts';
import { type CreatedObject, parseS3Notification } from '#lib/events/parse-s3-notification.ts';
import type { Services } from '#lib/services.ts';
import { landUpload } from './land-upload.ts';
import { isLandingKey } from './landing-key.ts';

export interface ReceivedEvents {
  /** Assets that these records, or an earlier call, registered. */
  registered: number;
  /** Uploads whose bytes were refused or found their product full. */
  refused: number;
  /** Records about anything else than an asset that waits for its bytes. */
  ignored: number;
}

/**
 * The store says what it was given. A record that failed for a passing reason makes the whole answer a failure, so
 * that its sender delivers again; the other records are done by then, and harmless to repeat.
 */
export async function receiveStorageEvents(
  services: Services,
  caller: Caller,
  body: unknown,
): Promise<ReceivedEvents> {
  requirePermission(caller.actor, 'events.deliver');
  const counts: ReceivedEvents = { registered: 0, refused: 0, ignored: 0 };
  const failures: unknown[] = [];
  for (const record of parseS3Notification(body)) {
    try {
      counts[await receiveRecord(services, caller, record)] += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) {
    throw new Problem(
      'unavailable',
      `${failures.length} of the records could not be handled. Send them again.`,
      {
        cause: new AggregateError(failures, failures.map(String).join('; ')),
        retryAfterSeconds: 5,
        details: { ...counts, failed: failures.length },
      },
    );
  }
  return counts;
}

async function receiveRecord(
  services: Services,
  caller: Caller,
  record: CreatedObject,
): Promise<keyof ReceivedEvents> {
  if (record.bucket !== services.store.bucket || !isLandingKey(record.key)) return 'ignored';
  const upload = await unsafeFindUploadByKey(services.db, record.key);
  // Whatever lands at a settled asset's key is not its bytes: those were pinned when it was registered.
  if (upload?.status !== 'UPLOADING') return 'ignored';
  const landing = await landUpload(services, caller, upload, 'event');
  if (landing.state === 'registered') return 'registered';
  return landing.state === 'absent' || landing.state === 'closed' ? 'ignored' : 'refused';
}
