import type { Database } from '#db/client.ts';
import { findAudience, lockAudience } from '#db/queries/audiences.ts';
import { listPresentMarkImages } from '#db/queries/mark-images.ts';
import { insertPolicyVersion } from '#db/queries/policy-versions.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { personId } from '#lib/auth/person-id.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound, Problem } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import type { OutputContract } from './output-contract.ts';
import { refuseUndrawableMarks } from './refuse-undrawable-marks.ts';

/**
 * Writes a new version of an audience's policy, which changes nothing that anyone is given until it is activated.
 * The audience's row is locked, so numbers have no gaps and no two writers get the same. Marks are drawn once before,
 * and the images of marks are masters that stay.
 */
export async function createPolicyVersion(
  services: Services,
  caller: Caller,
  input: { audience: string; contracts: OutputContract[]; note: string },
): Promise<{ audience: string; version: number; state: 'draft' }> {
  requirePermission(caller.actor, 'policy.write');
  const { audience, contracts, note } = input;
  if (!(await findAudience(services.db, audience))) throw notFound('audience');
  await refuseUnknownMarks(services.db, contracts);
  await refuseUndrawableMarks(services, contracts);
  return services.db.transaction().execute(async (trx) => {
    if (!(await lockAudience(trx, audience))) throw notFound('audience');
    const version = await insertPolicyVersion(trx, {
      audience,
      contracts,
      note,
      createdBy: personId(caller),
    });
    await recordAudit(trx, caller, {
      action: 'policy.version_created',
      subjectKind: 'audience',
      subjectId: audience,
      detail: { version, note },
    });
    return { audience, version, state: 'draft' };
  });
}

/**
 * A mark shows an image that was uploaded as one. Any other master may go with its photo, and would put a photo that
 * this audience was never given into all of its files.
 */
async function refuseUnknownMarks(db: Database, contracts: readonly OutputContract[]): Promise<void> {
  const wanted = contracts.flatMap(({ watermark }, index) =>
    watermark.kind === 'image' ? [{ index, sha256: watermark.image_id }] : [],
  );
  const present = await listPresentMarkImages(db, [...new Set(wanted.map(({ sha256 }) => sha256))]);
  const unknown = wanted.filter(({ sha256 }) => !present.includes(sha256));
  if (unknown.length === 0) return;
  throw new Problem('invalid_request', 'The image of a mark is not there: upload it, then choose it again.', {
    details: {
      issues: unknown.map(({ index }) => ({
        path: `contracts.${index}.watermark.image_id`,
        message: 'There is no such image.',
      })),
    },
  });
}
