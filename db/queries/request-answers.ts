import { sql } from 'kysely';
import type { Database, Trx } from '#db/client.ts';

export interface RequestName {
  actor: string;
  /** Method and path. */
  operation: string;
  requestId: string;
}

const now = sql<Date>`clock_timestamp()`;

/**
 * Makes `owner` the one who answers this request; nothing where somebody else is, or it is answered. Takes over from
 * an owner that fell silent, where the input is the same and nothing was committed, or what was may be done again.
 */
export async function claimRequest(
  db: Database,
  name: RequestName,
  claim: { owner: string; inputSha256: string; leaseSeconds: number; isRepeatable: boolean },
): Promise<{ committed: boolean } | undefined> {
  const { rows } = await sql<{ committed: boolean }>`
    insert into request_answers as known (actor, operation, request_id, input_sha256, owner, lease_until)
    values (${name.actor}, ${name.operation}, ${name.requestId}, ${claim.inputSha256}, ${claim.owner}::uuid,
      clock_timestamp() + ${claim.leaseSeconds} * interval '1 second')
    on conflict on constraint one_answer_a_request do update
      set owner = excluded.owner, lease_until = excluded.lease_until
      where known.answered_at is null and known.lease_until <= clock_timestamp()
        and known.input_sha256 = excluded.input_sha256
        and (known.committed_at is null or ${claim.isRepeatable})
    returning committed_at is not null as committed`.execute(db);
  return rows[0];
}

export function findRequest(db: Database, name: RequestName) {
  return db
    .selectFrom('request_answers')
    .select(['input_sha256', 'status', 'headers', 'body'])
    .select(sql<boolean>`committed_at is not null and lease_until <= clock_timestamp()`.as('answer_lost'))
    .where('actor', '=', name.actor)
    .where('operation', '=', name.operation)
    .where('request_id', '=', name.requestId)
    .executeTakeFirst();
}

/** In the transaction that makes the effect: false where somebody else answers this request by now. */
export async function confirmEffect(trx: Trx, name: RequestName, owner: string): Promise<boolean> {
  const { numUpdatedRows } = await owned(
    trx.updateTable('request_answers').set((eb) => ({ committed_at: eb.fn.coalesce('committed_at', now) })),
    name,
    owner,
  ).executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function keepAnswer(
  db: Database,
  name: RequestName,
  owner: string,
  answer: { status: number; headers: Record<string, string>; body: string },
): Promise<void> {
  const { status, body } = answer;
  const headers = JSON.stringify(answer.headers);
  await owned(
    db.updateTable('request_answers').set({ answered_at: now, status, headers, body }),
    name,
    owner,
  ).execute();
}

/** Nothing came of it: the next one may try. */
export async function releaseRequest(db: Database, name: RequestName, owner: string): Promise<void> {
  await db
    .deleteFrom('request_answers')
    .where('actor', '=', name.actor)
    .where('operation', '=', name.operation)
    .where('request_id', '=', name.requestId)
    .where('owner', '=', owner)
    .where('answered_at', 'is', null)
    .execute();
}

/** Ends the lease at once: its effect is there, and whoever may do it again need not wait. */
export async function endRequestLease(db: Database, name: RequestName, owner: string): Promise<void> {
  await owned(db.updateTable('request_answers').set({ lease_until: now }), name, owner).execute();
}

export async function deleteOldAnswers(db: Database, hours: number): Promise<void> {
  await db
    .deleteFrom('request_answers')
    .where('created_at', '<', sql<Date>`clock_timestamp() - ${hours} * interval '1 hour'`)
    .where('lease_until', '<', now)
    .execute();
}

interface Narrowable {
  where(column: 'actor' | 'operation' | 'request_id' | 'owner', operator: '=', value: string): this;
}

function owned<Query extends Narrowable>(query: Query, name: RequestName, owner: string): Query {
  return query
    .where('actor', '=', name.actor)
    .where('operation', '=', name.operation)
    .where('request_id', '=', name.requestId)
    .where('owner', '=', owner);
}
