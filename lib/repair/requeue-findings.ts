import { type FindingRow, type FindingScope, listFindings } from '#db/queries/inspection-findings.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { Problem } from '#lib/errors.ts';
import type { InspectionFindingKind } from '#lib/lifecycle.ts';
import type { Services } from '#lib/services.ts';
import { remakeDerivative } from './remake-derivative.ts';

/** What is wrong with the bytes themselves: such a file is kept back until it is made anew. */
const damage: readonly InspectionFindingKind[] = ['object_missing', 'size_differs', 'hash_differs'];

const atATime = 100;

/** Has exactly the names made anew that an inspection found wanting; orphans have none and are swept by themselves. */
export async function requeueFindings(
  services: Pick<Services, 'db'>,
  caller: Caller,
  { inspectionId, ...scope }: FindingScope & { inspectionId: string },
): Promise<{ requeued: number; refused: string[] }> {
  requirePermission(caller.actor, 'repair.act');
  const refused = new Set<string>();
  let requeued = 0;
  let after = '';
  for (;;) {
    const page = await listFindings(services.db, inspectionId, scope, { after, limit: atATime });
    for (const finding of page) {
      try {
        if (await requeue(services, caller, finding)) requeued += 1;
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        refused.add(error.message);
      }
    }
    if (page.length < atATime) return { requeued, refused: [...refused] };
    after = page.at(-1)?.object_key ?? '';
  }
}

async function requeue(
  services: Pick<Services, 'db'>,
  caller: Caller,
  finding: FindingRow,
): Promise<boolean> {
  const { source_hash, audience, policy_version, format, kind, fence } = finding;
  if (!source_hash || !audience || policy_version === null || !format || fence === null) return false;
  return remakeDerivative(services, caller, {
    source_hash,
    audience,
    policy_version,
    format,
    fence,
    isDamaged: damage.includes(kind),
    reason: `${kind}: expected ${finding.expected}, found ${finding.found}`,
  });
}
