import type { Trx } from '#db/client.ts';
import { bumpSessionEpoch, updateUser } from '#db/queries/users.ts';

/** Stores a hash that `hashPassword` made. Whoever was signed in by the old password is signed out. */
export async function storePassword(trx: Trx, userId: string, passwordHash: string): Promise<void> {
  await updateUser(trx, userId, { password_hash: passwordHash });
  await bumpSessionEpoch(trx, userId);
}
