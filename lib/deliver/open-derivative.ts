import { findReadableDerivative, type ReadableFile } from '#db/queries/readable-derivatives.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { notFound } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import { type DerivativeKey, derivativeName } from '#lib/policy/derivative-job.ts';
import { extensionOf, type MediaType } from '#lib/policy/output-contract.ts';
import { isReadable } from '#lib/policy/reading-version.ts';
import type { Services } from '#lib/services.ts';
import { contentDisposition } from './content-disposition.ts';
import { derivativeFileName } from './file-name.ts';
import { fileRetired } from './file-retired.ts';
import { policySuspended } from './policy-suspended.ts';
import { readerOf } from './reader-of.ts';

export interface OpenDerivativeInput extends DerivativeKey {
  /** Whose file name a download gets, where several assets share the source. */
  assetId?: string | undefined;
  /** To be shown in a page rather than kept. */
  view?: boolean | undefined;
}

/**
 * A signed URL for one published file, authorised at this call. Links stay good while their version is superseded,
 * not while it is suspended. Whatever the caller may not see is absent.
 */
export async function openDerivative(
  { db, store, env }: Services,
  caller: Caller,
  input: OpenDerivativeInput,
): Promise<{ url: string; expires_at: Date; file_name: string; media_type: string }> {
  const reader = readerOf(caller.actor, input.audience);
  const name = {
    sourceHash: input.source_hash,
    policyVersion: input.policy_version,
    format: input.format,
    assetId: input.assetId,
  };
  let file = await findReadableDerivative(db, reader, name);
  for (;;) {
    if (!file || file.version_state === 'draft') throw notFound('file');
    if (!isReadable({ state: file.version_state })) throw policySuspended();
    if (file.retired_why) throw fileRetired(file.retired_why);
    const fileName = derivativeFileName(file, input.format, extensionOf[file.media_type as MediaType]);
    const signed = await store.presignGet(file.object_key, {
      contentType: file.media_type,
      contentDisposition: contentDisposition(isShown(input) ? 'inline' : 'attachment', fileName),
      expiresSeconds: env.DOWNLOAD_URL_SECONDS,
    });
    // Signed first, then looked up again: a URL is handed out only if nothing that forbids it had been committed
    // by a moment after it was signed. So after a withdrawal commits, none is issued, and no read takes a lock.
    const still: ReadableFile | undefined = await findReadableDerivative(db, reader, name);
    if (
      still?.asset_id === file.asset_id &&
      still.object_key === file.object_key &&
      still.retired_why === null &&
      isReadable({ state: still.version_state })
    ) {
      if (input.format !== 'thumb') await auditOpening(db, caller, input, file.asset_id);
      return {
        url: signed.url,
        expires_at: signed.expiresAt,
        file_name: fileName,
        media_type: file.media_type,
      };
    }
    file = still;
  }
}

/** Thumbnails are what grids are made of, and never kept. */
function isShown({ view, format }: OpenDerivativeInput): boolean {
  return view === true || format === 'thumb';
}

/** Thumbnails leave no row: a grid would write dozens that say nothing. */
async function auditOpening(db: Services['db'], caller: Caller, input: OpenDerivativeInput, assetId: string) {
  await recordAudit(db, caller, {
    action: isShown(input) ? 'derivative.viewed' : 'derivative.downloaded',
    subjectKind: 'derivative',
    subjectId: derivativeName(input),
    detail: { asset_id: assetId },
  });
}
