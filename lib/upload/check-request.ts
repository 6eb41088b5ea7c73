import type { Env } from '#lib/env.ts';
import { Problem } from '#lib/errors.ts';
import { formatBytes } from '#lib/format.ts';
import { type AcceptedType, isAcceptedType, normalizeMediaType } from './accepted-types.ts';
import { refusalSentence } from './refused-types.ts';
import type { UploadRequest } from './request-schema.ts';

/** Refuses what can be refused before a byte is sent; answers the declared type. */
export function checkRequest(
  request: Pick<UploadRequest, 'byte_size' | 'content_type'>,
  limits: Pick<Env, 'MAX_UPLOAD_BYTES'>,
): { declaredType: AcceptedType } {
  if (request.byte_size === 0) {
    throw new Problem('empty_file', 'The file is empty. Choose the photo again, or export it anew.');
  }
  if (request.byte_size > limits.MAX_UPLOAD_BYTES) {
    throw new Problem(
      'too_large',
      `The file is ${formatBytes(request.byte_size)}; at most ${formatBytes(limits.MAX_UPLOAD_BYTES)} are accepted. Export it smaller.`,
      { details: { limit_bytes: limits.MAX_UPLOAD_BYTES } },
    );
  }
  const declaredType = normalizeMediaType(request.content_type);
  if (!isAcceptedType(declaredType)) {
    throw new Problem('unsupported_type', refusalSentence(declaredType));
  }
  return { declaredType };
}
