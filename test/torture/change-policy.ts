import { randomUUID } from 'node:crypto';
import { seededPolicies } from '#lib/policy/seeded-policies.ts';
import type { Ledger } from './ledger.ts';
import type { PortalClient } from './portal-client.ts';

const audience = 'teacher';
const path = `/api/audiences/${audience}/policies`;

interface Version {
  version: number;
  note: string;
  state: string;
}

/** A new version for one audience while everybody is at work: every file that it has is owed once more. */
export async function changePolicy(admin: PortalClient, ledger: Ledger): Promise<void> {
  const note = `Torture ${randomUUID()}`;
  const seeded = seededPolicies.find(({ slug }) => slug === audience)?.contracts ?? [];
  const contracts = seeded.map((contract) => ({
    ...contract,
    compression: { ...contract.compression, quality: 60 },
  }));
  const written = await admin.call('POST', path, { contracts, note });
  if (!isDone(written)) return surprise(ledger, 'POST policies', written);
  const list = await admin.call<{ items: Version[] }>('GET', path);
  const made = list.body.items?.filter((each) => each.note === note) ?? [];
  if (made.length !== 1) return surprise(ledger, `${made.length} versions of one request`, list);
  const current = list.body.items.find(({ state }) => state === 'active')?.version ?? null;
  const activated = await admin.call('POST', `/api/audiences/${audience}/activations`, {
    policy_version: made[0]?.version,
    expected_active: current,
    reason: note,
  });
  if (!isDone(activated)) surprise(ledger, 'POST activations', activated);
}

/** The effect is there, also where the process that answers was killed before it did. */
function isDone({ status, body }: { status: number; body: unknown }): boolean {
  return status === 201 || (status === 409 && (body as { code?: string }).code === 'answer_lost');
}

function surprise(ledger: Ledger, what: string, { status, body }: { status: number; body: unknown }): void {
  ledger.surprises.push(`${what}: ${status} ${JSON.stringify(body).slice(0, 500)}`);
}
