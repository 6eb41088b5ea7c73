import { failUpload } from '#db/queries/upload-states.ts';
import type { Upload } from '#db/queries/uploads.ts';
import type { Caller } from '#lib/auth/actor.ts';
import type { AssetFailure } from '#lib/lifecycle.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';

/**
 * UPLOADING → FAILED, with its reason; false where the asset had gone on meanwhile, whose object then is none of
 * the refusal's business.
 */
export async function refuseUpload(
  services: Services,
  caller: Caller,
  upload: Upload,
  why: { failure: AssetFailure; sentence: string; dismissed?: boolean },
): Promise<boolean> {
  return services.db.transaction().execute(async (trx) => {
    if (!(await failUpload(trx, upload.id, why))) return false;
    await recordAudit(trx, caller, {
      action: 'asset.upload_refused',
      subjectKind: 'asset',
      subjectId: upload.id,
      result: 'refused',
      code: why.failure,
      detail: { sentence: why.sentence },
    });
    return true;
  });
}
