import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database, Trx } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';
import type { Role } from '#lib/lifecycle.ts';
import { type MembershipRow, membershipsOf, productsOf } from './memberships.ts';

export interface UserWithMemberships {
  id: string;
  email: string;
  name: string;
  role: Role;
  session_epoch: number;
  disabled_at: Date | null;
  created_at: Date;
  memberships: MembershipRow[];
}

const columns = [
  'users.id',
  'users.email',
  'users.name',
  'users.role',
  'users.session_epoch',
  'users.disabled_at',
  'users.created_at',
] as const;

function withMemberships(eb: ExpressionBuilder<Tables, 'users'>) {
  return jsonArrayFrom(membershipsOf(eb)).as('memberships');
}

function selectUsers(db: Database | Trx) {
  return db.selectFrom('users').select(columns).select(withMemberships);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectUsers>['executeTakeFirstOrThrow']>>;

function shape(row: Selected): UserWithMemberships {
  return { ...row, memberships: row.memberships.map(productsOf) };
}

/** The person a session names, or nobody once they are disabled or their sessions were ended. */
export async function unsafeFindUserBySession(
  db: Database | Trx,
  session: { userId: string; epoch: number },
): Promise<UserWithMemberships | undefined> {
  const row = await selectUsers(db)
    .where('users.id', '=', session.userId)
    .where('users.session_epoch', '=', session.epoch)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
  return row && shape(row);
}

/** The person whose live API token has this hash, and the token's id. */
export async function unsafeFindUserByToken(
  db: Database | Trx,
  tokenSha256: Buffer,
): Promise<{ tokenId: string; user: UserWithMemberships } | undefined> {
  const row = await selectUsers(db)
    .innerJoin('api_tokens', 'api_tokens.user_id', 'users.id')
    .select('api_tokens.id as token_id')
    .where('api_tokens.token_sha256', '=', tokenSha256)
    .where('api_tokens.revoked_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { token_id, ...user } = row;
  return { tokenId: token_id, user: shape(user) };
}

/** What a sign-in needs; the email in any case. Disabled people are found, so that they take the same path. */
export async function unsafeFindCredentials(db: Database | Trx, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'role', 'password_hash', 'session_epoch', 'disabled_at'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
}

export async function unsafeFindUserByEmail(db: Database | Trx, email: string) {
  const row = await selectUsers(db).where('users.email', '=', email.toLowerCase()).executeTakeFirst();
  return row && shape(row);
}

export async function unsafeListUsers(db: Database | Trx): Promise<UserWithMemberships[]> {
  const rows = await selectUsers(db).orderBy('users.name').orderBy('users.id').execute();
  return rows.map(shape);
}

/** Locks one person's row; `undefined` where there is none. */
export async function lockUser(trx: Trx, id: string) {
  return trx
    .selectFrom('users')
    .select(['id', 'email', 'name', 'role', 'disabled_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Locks every admin who can sign in, in one order. Two admins who disable each other at the same moment wait here,
 * and the second one sees that the other is gone.
 */
export async function lockActiveAdmins(trx: Trx): Promise<string[]> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** False where the email is taken. */
export async function insertUser(
  trx: Trx,
  user: { id: string; email: string; name: string; role: Role; password_hash: string },
): Promise<boolean> {
  const row = await trx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.constraint('one_account_an_email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateUser(
  trx: Trx,
  id: string,
  change: { name?: string; role?: Role; password_hash?: string; disabled_at?: 'now' | null },
): Promise<void> {
  const { disabled_at, ...rest } = change;
  await trx
    .updateTable('users')
    .set({
      ...rest,
      ...(disabled_at === undefined
        ? {}
        : { disabled_at: disabled_at === 'now' ? sql`clock_timestamp()` : null }),
    })
    .where('id', '=', id)
    .execute();
}

/** Every session cookie that is out names an older epoch and is dead from the next request on. */
export async function bumpSessionEpoch(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ session_epoch: eb('session_epoch', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
