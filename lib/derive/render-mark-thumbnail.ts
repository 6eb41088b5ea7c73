import { findMarkImage } from '#db/queries/mark-images.ts';
import { findMasterState } from '#db/queries/masters.ts';
import { findMasterFacts } from '#db/queries/render-facts.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound } from '#lib/errors.ts';
import { outputContract } from '#lib/policy/output-contract.ts';
import type { Services } from '#lib/services.ts';
import type { CachedPicture } from './preview-cache.ts';
import { previewOf } from './preview-of.ts';

/** Small, and with its transparency: a white logo on a white ground would be nothing to pick. */
const contract = outputContract.parse({
  format: 'mark',
  label: 'Mark',
  media_type: 'image/png',
  max_width: 256,
  max_height: 256,
  fit: 'inside',
  compression: {},
  render: 'on_demand',
  alpha: 'allowed',
  watermark: { kind: 'none' },
});

/** The picture by which the image of a mark is known, made by the renderer that will draw it. */
export async function renderMarkThumbnail(
  services: Services,
  caller: Caller,
  { imageId, signal }: { imageId: string; signal?: AbortSignal | undefined },
): Promise<CachedPicture> {
  requirePermission(caller.actor, 'policy.preview');
  const image = await findMarkImage(services.db, imageId);
  if (!image || (await findMasterState(services.db, imageId)) !== 'present') throw notFound('image');
  const shape = await findMasterFacts(services.db, imageId);
  if (!shape) throw notFound('image');
  const order = {
    master_sha256: imageId,
    shape,
    contract,
    edits: null,
    rights: undefined,
    traceKey: undefined,
  };
  return previewOf(services, imageId, order, signal);
}
