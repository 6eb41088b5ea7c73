import { claimCompletionAnswer } from '#db/queries/upload-states.ts';
import { findUploadByKey, type Upload } from '#db/queries/uploads.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { notFound, Problem } from '#lib/errors.ts';
import type { Services } from '#lib/services.ts';
import type { CompleteAnswer } from './complete-schema.ts';
import { landUpload } from './land-upload.ts';
import { isLandingKey } from './landing-key.ts';
import { productFull } from './product-full.ts';
import { mayRegister } from './register-upload.ts';
import { uploadOwner } from './upload-owner.ts';

export interface Completion {
  /** True for the first call that succeeds, even where the store's notification had registered the asset. */
  first: boolean;
  answer: CompleteAnswer;
}

/** The browser says that its bytes are there. Called again, it answers the same. */
export async function completeUpload(
  services: Services,
  caller: Caller,
  input: { key: string },
): Promise<Completion> {
  const ownerId = uploadOwner(caller);
  const upload = isLandingKey(input.key) ? await findUploadByKey(services.db, ownerId, input.key) : undefined;
  if (!upload) throw notFound('upload');
  if (upload.registered_at !== null || !mayRegister(upload)) return answerSettled(services, upload);
  const landing = await landUpload(services, caller, upload, 'completion');
  switch (landing.state) {
    case 'registered':
      return { first: landing.firstAnswer, answer: answerOf(upload) };
    case 'absent':
      throw nothingUploaded('Nothing has arrived under this key. Send the file first, then complete.');
    case 'full':
      throw productFull(services.env.MAX_PHOTOS_PER_PRODUCT);
    case 'refused':
    case 'closed': {
      const settled = await findUploadByKey(services.db, ownerId, input.key);
      return answerSettled(services, settled ?? upload);
    }
  }
}

/** What was decided once is answered again: success with the same id, a refusal with the same reason. */
async function answerSettled(services: Services, upload: Upload): Promise<Completion> {
  if (upload.registered_at !== null) {
    const first =
      upload.completion_answered_at === null && (await claimCompletionAnswer(services.db, upload.id));
    return { first, answer: answerOf(upload) };
  }
  const sentence = upload.failure_detail ?? 'This upload failed. Upload the file again.';
  switch (upload.failure) {
    case 'size_mismatch':
      throw new Problem('size_mismatch', sentence);
    case 'product_full':
      throw productFull(services.env.MAX_PHOTOS_PER_PRODUCT);
    case 'upload_abandoned':
      throw nothingUploaded(sentence);
    default:
      throw new Problem('not_an_image', sentence, { details: { reason: upload.failure } });
  }
}

function answerOf(upload: Upload): CompleteAnswer {
  return { id: upload.id, url: `/library/${upload.id}` };
}

function nothingUploaded(sentence: string): Problem {
  return new Problem('nothing_uploaded', sentence);
}
