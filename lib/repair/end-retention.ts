import type { Trx } from '#db/client.ts';
import { listAudienceRows, lockAudience } from '#db/queries/audiences.ts';
import { updateRetired } from '#db/queries/derivatives.ts';
import { listPolicyDecisions } from '#db/queries/policy-decisions.ts';
import { getDaysAgo, lockSpentFiles } from '#db/queries/retention.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import { derivativeName } from '#lib/policy/derivative-job.ts';
import { findReadingPolicy } from '#lib/policy/find-reading-policy.ts';
import type { Services } from '#lib/services.ts';
import { endedVersions } from './ended-versions.ts';

const batch = 100;

/**
 * Takes files out of use whose version ceased to be given `RETENTION_DAYS` ago; answers how many. What is active,
 * read, named as a fallback, or stands in for a file that is still to be made is left alone. Their objects go later,
 * and masters never with them.
 */
export async function endRetention(
  services: Services,
  caller: Caller,
  signal?: AbortSignal,
): Promise<number> {
  let retired = 0;
  for (const { slug } of await listAudienceRows(services.db)) {
    for (;;) {
      if (signal?.aborted) return retired;
      const some = await services.db.transaction().execute((trx) => retireSome(services, trx, caller, slug));
      retired += some;
      if (some < batch) break;
    }
  }
  return retired;
}

/** Under the lock that activations and suspensions take: what is decided on holds until it is committed. */
async function retireSome({ env }: Services, trx: Trx, caller: Caller, audience: string): Promise<number> {
  if (!(await lockAudience(trx, audience))) return 0;
  const before = await getDaysAgo(trx, env.RETENTION_DAYS);
  const ended = endedVersions(
    (await listPolicyDecisions(trx, audience)).map((decision) => ({
      ...decision,
      kind: decision.kind === 'suspended' ? ('suspended' as const) : ('activated' as const),
    })),
  );
  const policy = await findReadingPolicy(trx, audience);
  const reads = policy.state === 'reads' ? policy : undefined;
  let retired = 0;
  for (const [policyVersion, endedAt] of ended) {
    if (endedAt >= before || retired >= batch) continue;
    const isStandIn = reads?.earlier.includes(policyVersion) ?? false;
    const spent = await lockSpentFiles(
      trx,
      {
        audience,
        policyVersion,
        reading: reads?.version ?? null,
        formatsRead: isStandIn ? (reads?.contracts.map(({ format }) => format) ?? []) : [],
      },
      batch - retired,
    );
    for (const { manifest, ...file } of spent) {
      const reason = `Version ${policyVersion} ceased to be given on ${endedAt.toISOString().slice(0, 10)}.`;
      await updateRetired(trx, file, { why: 'retention', by: null, reason });
      await recordAudit(trx, caller, {
        action: 'derivative.retired',
        subjectKind: 'derivative',
        subjectId: derivativeName(file),
        code: 'retention',
        detail: { reason, sha256: file.sha256, object_key: file.object_key, manifest },
      });
    }
    retired += spent.length;
  }
  return retired;
}
