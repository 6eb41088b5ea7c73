import { randomUUID } from 'node:crypto';
import { insertMarkUpload } from '#db/queries/mark-uploads.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { Problem } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import { maxMarkBytes } from '#lib/policy/mark-image.ts';
import type { Services } from '#lib/services.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import { extensionOf } from './accepted-types.ts';
import { checkRequest } from './check-request.ts';
import type { MarkImageRequest, MarkImageUpload } from './mark-image-schema.ts';

/**
 * Signs one PUT for the image of a mark. The URL is on record before it is out, so that what lands is swept once no
 * URL is good any more. A request that is repeated makes another upload: nothing comes of one that stays empty.
 */
export async function requestMarkImage(
  services: Services,
  caller: Caller,
  request: MarkImageRequest,
): Promise<MarkImageUpload> {
  requirePermission(caller.actor, 'policy.write');
  if (caller.actor.kind !== 'person') throw new Problem('forbidden', 'Only a person can upload.');
  const limit = Math.min(maxMarkBytes, services.env.MAX_UPLOAD_BYTES);
  const { declaredType } = checkRequest(request, { MAX_UPLOAD_BYTES: limit });
  const id = randomUUID();
  const key = objectKeys.markLanding(id, extensionOf(declaredType));
  const signed = await services.store.presignPut(key, {
    contentType: declaredType,
    bytes: request.byte_size,
    expiresSeconds: services.env.UPLOAD_URL_SECONDS,
  });
  const uploadedBy = caller.actor.id;
  await services.db.transaction().execute(async (trx) => {
    await insertMarkUpload(trx, {
      id,
      uploaded_by: uploadedBy,
      name: request.name,
      object_key: key,
      declared_type: declaredType,
      declared_bytes: request.byte_size,
      url_expires_at: signed.expiresAt,
    });
    await recordAudit(trx, caller, {
      action: 'mark_image.requested',
      subjectKind: 'mark_upload',
      subjectId: id,
      detail: { name: request.name, bytes: request.byte_size, type: declaredType },
    });
  });
  return {
    upload_id: id,
    upload_url: signed.url,
    upload_headers: signed.headers,
    upload_expires_at: signed.expiresAt.toISOString(),
  };
}
