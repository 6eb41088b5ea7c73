import { v4 as uuid } from 'uuid';
import { type AssetFailure, assetFailures } from '#lib/lifecycle.ts';
import type { CompleteAnswer } from '#lib/upload/complete-schema.ts';
import { callPortal, PortalRefusal } from './call-portal.ts';
import { markUnsent, note, type Uploader } from './upload-file.ts';
import { UploadStopped } from './upload-problem.ts';

const pausesMs = [500, 1500, 4000];

/** After Uppy has sent: the portal is told. The call may be repeated, so a lost answer is asked for again. */
export function completeStep(uppy: Uploader) {
  return async (ids: string[]): Promise<void> => {
    await Promise.all(ids.map((id) => complete(uppy, id)));
  };
}

async function complete(uppy: Uploader, id: string): Promise<void> {
  const file = uppy.getFile(id);
  const key = file?.meta.object_key;
  if (!file || file.error || !key || !file.progress.uploadComplete) return;
  note(uppy, id, { step: 'checking' });
  try {
    const { id: assetId } = await tell(key);
    if (uppy.getFile(id)) note(uppy, id, { step: 'settling', status: 'PROCESSING', asset_id: assetId });
  } catch (error) {
    if (!uppy.getFile(id)) return;
    if (error instanceof PortalRefusal && error.code === 'nothing_uploaded') return startOver(uppy, id);
    const verdict = error instanceof PortalRefusal ? verdictOf(error) : undefined;
    if (verdict) note(uppy, id, { step: 'settling', status: 'FAILED', ...verdict });
    else uppy.emit('upload-error', uppy.getFile(id), error as Error);
  }
}

async function tell(key: string): Promise<CompleteAnswer> {
  for (const pauseMs of pausesMs) {
    try {
      return await callPortal<CompleteAnswer>('POST', '/api/uploads/complete', { body: { key } });
    } catch (error) {
      const passing = error instanceof UploadStopped && /offline|portal/.test(error.problem.code);
      if (!passing) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return callPortal<CompleteAnswer>('POST', '/api/uploads/complete', { body: { key } });
}

/** The portal has decided on the photo for good: what its page will say, too. */
function verdictOf(refusal: PortalRefusal): { failure: AssetFailure; failure_detail: string } | undefined {
  const name = refusal.reason ?? refusal.code;
  const failure = assetFailures.find((known) => known === name);
  return failure && { failure, failure_detail: refusal.problem.sentence };
}

/** Nothing lies in the store after all. Whoever runs the upload begins anew, as another upload if this one is over. */
function startOver(uppy: Uploader, id: string): void {
  const isOver = uppy.getFile(id)?.meta.status === 'FAILED';
  markUnsent(uppy, id);
  note(uppy, id, { start_over: true, ...(isOver && anotherUpload()) });
}

/** The bytes are sent again for an asset of their own: the portal has settled the one before. */
export function anotherUpload() {
  return {
    idempotency_key: uuid(),
    asset_id: undefined,
    object_key: undefined,
    status: undefined,
    failure: undefined,
    failure_detail: undefined,
  };
}
