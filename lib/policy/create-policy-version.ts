import type { Trx } from '#db/client.ts';
import { lockAudience } from '#db/queries/audiences.ts';
import { listPresentMasters } from '#db/queries/masters.ts';
import { insertPolicyVersion } from '#db/queries/policy-versions.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { personId } from '#lib/auth/person-id.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { notFound, Problem } from '#lib/errors.ts';
import { missingLetters } from '#lib/fonts/mark-fonts.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import type { OutputContract } from './output-contract.ts';

/**
 * Writes a new version of an audience's policy, which changes nothing that anyone is given until it is activated.
 * The audience's row is locked, so numbers have no gaps and no two writers get the same.
 */
export async function createPolicyVersion(
  { db }: Services,
  caller: Caller,
  input: { audience: string; contracts: OutputContract[]; note: string },
): Promise<{ audience: string; version: number; state: 'draft' }> {
  requirePermission(caller.actor, 'policy.write');
  const { audience, contracts, note } = input;
  refuseUndrawableMarks(contracts);
  return db.transaction().execute(async (trx) => {
    if (!(await lockAudience(trx, audience))) throw notFound('audience');
    await refuseUnknownMarks(trx, contracts);
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

/** A mark with letters that no font has would be refused at every render. */
function refuseUndrawableMarks(contracts: readonly OutputContract[]): void {
  const issues = contracts.flatMap(({ watermark }, index) => {
    const missing = watermark.kind === 'text' ? missingLetters(watermark.text) : [];
    if (missing.length === 0) return [];
    return [
      { path: `contracts.${index}.watermark.text`, message: `The fonts have no ${missing.join(' ')}.` },
    ];
  });
  if (issues.length === 0) return;
  throw new Problem('invalid_request', 'The text of a mark has letters that cannot be drawn: change it.', {
    details: { issues },
  });
}

/** A mark that points at nothing would make every render of the version fail for good. */
async function refuseUnknownMarks(trx: Trx, contracts: readonly OutputContract[]): Promise<void> {
  const wanted = contracts.flatMap(({ watermark }, index) =>
    watermark.kind === 'image' ? [{ index, sha256: watermark.image_id }] : [],
  );
  const present = await listPresentMasters(trx, [...new Set(wanted.map(({ sha256 }) => sha256))]);
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
