import type { Trx } from '#db/client.ts';
import { lockActiveAdmins } from '#db/queries/users.ts';
import { Problem } from '#lib/errors.ts';

/** Refuses, until the transaction ends, to let the last admin who can sign in go. */
export async function keepAnAdmin(trx: Trx, leavingId: string): Promise<void> {
  const admins = await lockActiveAdmins(trx);
  if (admins.includes(leavingId) && admins.length === 1) {
    throw new Problem('conflict', 'This is the last admin. Make somebody else an admin first.');
  }
}
