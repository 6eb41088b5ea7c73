'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { type ActionResult, action } from '#lib/action.ts';
import { changeOwnPassword } from '#lib/auth/change-own-password.ts';
import { createToken } from '#lib/auth/create-token.ts';
import { endSessions } from '#lib/auth/end-sessions.ts';
import { changeOwnPasswordSchema, createTokenSchema, tokenSchema } from '#lib/auth/people-schemas.ts';
import { personId } from '#lib/auth/person-id.ts';
import { revokeToken } from '#lib/auth/revoke-token.ts';

type Last = ActionResult<unknown> | null;

const permission = 'account.own';
/** This session ends with all others; whoever signs in again is back at the settings. */
const signInAgain = '/sign-in?callbackUrl=%2Fsettings';

const make = action(
  { permission, schema: createTokenSchema.pick({ name: true }) },
  async ({ services, caller, input: { name } }) => {
    const { token } = await createToken(services, caller, { user_id: personId(caller) ?? '', name });
    revalidatePath('/settings');
    return { name, token };
  },
);

const revoke = action({ permission, schema: tokenSchema }, async ({ services, caller, input }) => {
  await revokeToken(services, caller, input);
  revalidatePath('/settings');
});

const change = action(
  { permission, schema: changeOwnPasswordSchema },
  async ({ services, caller, input }) => {
    await changeOwnPassword(services, caller, input);
    redirect(signInAgain);
  },
);

const signOut = action({ permission, schema: z.object({}) }, async ({ services, caller }) => {
  await endSessions(services, caller, { id: personId(caller) ?? '' });
  redirect(signInAgain);
});

export async function makeOwnToken(_last: Last, form: FormData) {
  return make(form);
}

export async function revokeOwnToken(_last: Last, form: FormData) {
  return revoke(form);
}

export async function changeMyPassword(_last: Last, form: FormData) {
  return change(form);
}

export async function signOutEverywhere(_last: Last, form: FormData) {
  return signOut(form);
}
