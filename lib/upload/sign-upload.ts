import { findUploadByKey, recordSignedUrl, type Upload } from '#db/queries/uploads.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { notFound, Problem } from '#lib/errors.ts';
import type { Services } from '#lib/services.ts';
import type { MultipartCall } from '#lib/storage/object-store.ts';
import { isLandingKey } from './landing-key.ts';
import { maxParts } from './multipart-parts.ts';
import { signPut } from './sign-put.ts';
import type { SignAnswer, SignRequest } from './sign-schema.ts';
import { uploadOwner } from './upload-owner.ts';

/**
 * Signs one of Uppy's S3 requests, for keys that an UPLOADING asset of the caller owns. Key, type and length are
 * those on record, never those in the request. The length of a part can't be known here: parts are bounded in
 * number, and the finished object's size is checked at completion.
 */
export async function signUpload(
  services: Services,
  caller: Caller,
  request: SignRequest,
): Promise<SignAnswer> {
  const ownerId = uploadOwner(caller);
  const upload = isLandingKey(request.key)
    ? await findUploadByKey(services.db, ownerId, request.key)
    : undefined;
  if (upload?.status !== 'UPLOADING') throw notFound('upload');
  const call = multipartCall(request, upload);
  if (call === 'put') {
    const put = await signPut(services, upload);
    if (!put) throw notFound('upload');
    return { url: put.url, key: upload.object_key, headers: put.headers };
  }
  const signed = await services.store.presignMultipart(call, services.env.UPLOAD_URL_SECONDS);
  const multipartUploadId = 'uploadId' in call ? call.uploadId : undefined;
  const { expiresAt } = signed;
  if (!(await recordSignedUrl(services.db, upload.id, { expiresAt, multipartUploadId })))
    throw notFound('upload');
  return { url: signed.url, key: upload.object_key, headers: signed.headers };
}

function multipartCall(request: SignRequest, upload: Upload): 'put' | MultipartCall {
  const { method, uploadId, partNumber } = request;
  const key = upload.object_key;
  if (uploadId === undefined) {
    if (method === 'PUT' && partNumber === undefined) return 'put';
    if (method === 'POST') return { method: 'create', key, contentType: upload.declared_type };
    throw unknownCall();
  }
  switch (method) {
    case 'PUT':
      return { method: 'part', key, uploadId, partNumber: checkPart(partNumber, upload.declared_bytes) };
    case 'GET':
      return { method: 'list-parts', key, uploadId };
    case 'POST':
      return { method: 'complete', key, uploadId };
    case 'DELETE':
      return { method: 'abort', key, uploadId };
  }
}

function checkPart(partNumber: number | undefined, fileBytes: number): number {
  if (partNumber === undefined) throw unknownCall();
  const most = maxParts(fileBytes);
  if (partNumber <= most) return partNumber;
  throw new Problem('invalid_request', `A file of ${fileBytes} bytes has at most ${most} parts.`, {
    details: { max_parts: most },
  });
}

function unknownCall(): Problem {
  return new Problem(
    'invalid_request',
    'Ask for a PUT of the file, or for a multipart call: create (POST), part (PUT with uploadId and partNumber), list (GET), complete (POST) or abort (DELETE) with uploadId.',
  );
}
