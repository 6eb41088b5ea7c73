import { findMarkImage, keepMarkImage } from '#db/queries/mark-images.ts';
import { findMarkUpload, settleMarkUpload } from '#db/queries/mark-uploads.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { personId } from '#lib/auth/person-id.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { spoolFolder, withSpooled } from '#lib/child/spool.ts';
import { notFound, Problem } from '#lib/errors.ts';
import { JobError } from '#lib/jobs/job-error.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import { type MarkImage, maxMarkBytes } from '#lib/policy/mark-image.ts';
import type { Services } from '#lib/services.ts';
import { decodeInChild } from './decode-in-child.ts';
import { failureSentences } from './failure-sentences.ts';
import { storeMaster } from './store-master.ts';

type MarkUpload = NonNullable<Awaited<ReturnType<typeof findMarkUpload>>>;

/** A crash of the decoder is an answer here: somebody waits for it. */
const lastAttempt = 3;

/**
 * The browser says that the image of a mark has arrived. It is judged like any photo, in a child that can be killed,
 * and becomes an immutable master that no product owns. Called again, it answers the same.
 */
export async function completeMarkImage(
  services: Services,
  caller: Caller,
  input: { uploadId: string; signal: AbortSignal },
): Promise<{ first: boolean; image: MarkImage }> {
  requirePermission(caller.actor, 'policy.write');
  const uploadedBy = personId(caller);
  const upload = uploadedBy
    ? await findMarkUpload(services.db, { id: input.uploadId, uploadedBy })
    : undefined;
  if (!upload) throw notFound('upload');
  if (upload.sha256 !== null) return { first: false, image: await getImage(services, upload.sha256) };
  const sha256 = await readLanding(services, caller, upload, input.signal).catch((error: unknown) => {
    throw error instanceof JobError ? unavailable(error) : error;
  });
  return { first: true, image: await getImage(services, sha256) };
}

/** One read of the store gives the bytes that are judged, hashed and kept. */
async function readLanding(
  services: Services,
  caller: Caller,
  upload: MarkUpload,
  signal: AbortSignal,
): Promise<string> {
  const landed = await services.store.get(upload.object_key);
  if (landed.state !== 'found')
    throw new Problem('nothing_uploaded', 'Nothing has arrived yet. Send the image first, then complete.');
  const spool = { folder: spoolFolder(services.env, 'ingest'), maxBytes: maxMarkBytes, signal };
  return withSpooled(landed.body, spool, async (spooled) => {
    if (spooled?.bytes !== upload.declared_bytes) {
      throw new Problem('size_mismatch', failureSentences.size_mismatch.sentence);
    }
    const decoding = await decodeInChild(services.env, spooled.path, { signal, attempt: lastAttempt });
    if (decoding.state === 'refused') {
      const { title, sentence } = failureSentences[decoding.failure];
      throw new Problem('not_an_image', `${title}. ${sentence}`, { details: { reason: decoding.failure } });
    }
    const stored = await storeMaster(services, { spooled, picture: decoding.picture }, async (trx) => {
      const { sha256 } = spooled;
      await keepMarkImage(trx, { sha256, name: upload.name, uploadedBy: upload.uploaded_by });
      await settleMarkUpload(trx, upload.id, sha256);
      await recordAudit(trx, caller, {
        action: 'mark_image.added',
        subjectKind: 'mark_image',
        subjectId: sha256,
        detail: { name: upload.name, bytes: spooled.bytes },
      });
      return 'kept' as const;
    });
    if (stored === 'busy') throw unavailable();
    return spooled.sha256;
  });
}

async function getImage({ db }: Services, sha256: string): Promise<MarkImage> {
  const image = await findMarkImage(db, sha256);
  if (!image) throw notFound('image');
  const { name, width, height, has_alpha } = image;
  return { image_id: sha256, name, width, height, has_alpha };
}

function unavailable(cause?: unknown): Problem {
  return new Problem('unavailable', 'The image arrived and could not be looked at just now. Try again.', {
    cause,
    retryAfterSeconds: 3,
  });
}
