import { z } from 'zod';
import { insertAudience } from '#db/queries/audiences.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { Problem } from '#lib/errors.ts';
import { recordAudit } from '#lib/observe/audit.ts';
import type { Services } from '#lib/services.ts';
import { audiencePurposes } from './seeded-policies.ts';
import { slug } from './slug.ts';

export const newAudience = z.strictObject({
  slug,
  name: z.string().trim().min(1, 'Name the audience.').max(60),
  purpose: z.enum(audiencePurposes),
  /** A lucide icon. */
  icon: slug.default('users'),
  /** Degrees of the OKLCH colour circle. */
  hue: z
    .string()
    .regex(/^(\d|[1-9]\d|[12]\d\d|3[0-5]\d)$/, 'Give degrees from 0 to 359.')
    .default('200'),
});

/** Adds an audience. It is given nothing until a policy version of its own is activated. */
export async function createAudience(
  { db }: Services,
  caller: Caller,
  input: z.output<typeof newAudience>,
): Promise<{ slug: string }> {
  requirePermission(caller.actor, 'policy.write');
  return db.transaction().execute(async (trx) => {
    if (!(await insertAudience(trx, input)))
      throw new Problem('conflict', `There is an audience “${input.slug}” already.`);
    await recordAudit(trx, caller, {
      action: 'audience.created',
      subjectKind: 'audience',
      subjectId: input.slug,
      detail: { name: input.name, purpose: input.purpose },
    });
    return { slug: input.slug };
  });
}
