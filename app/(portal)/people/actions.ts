'use server';

import { revalidatePath } from 'next/cache';
import { type ActionResult, action } from '#lib/action.ts';
import { changeUser } from '#lib/auth/change-user.ts';
import { createUser } from '#lib/auth/create-user.ts';
import { disableUser } from '#lib/auth/disable-user.ts';
import { enableUser } from '#lib/auth/enable-user.ts';
import { endSessions } from '#lib/auth/end-sessions.ts';
import { makePassword } from '#lib/auth/make-password.ts';
import { changeUserSchema, tokenSchema, userSchema } from '#lib/auth/people-schemas.ts';
import { revokeToken } from '#lib/auth/revoke-token.ts';
import { setMemberships } from '#lib/auth/set-memberships.ts';
import { createPersonForm, membershipsForm, passwordForm } from './person-forms.ts';

type Last = ActionResult<unknown> | null;

const permission = 'people.manage';
const peoplePages = ['/people', 'layout'] as const;

const create = action({ permission, schema: createPersonForm }, async ({ services, caller, input }) => {
  const made = input.password === undefined ? makePassword() : null;
  const password = input.password ?? made ?? '';
  const { id } = await createUser(services, caller, { ...input, password });
  revalidatePath(...peoplePages);
  return { id, name: input.name, email: input.email, made_password: made };
});

const change = action(
  { permission, schema: changeUserSchema.pick({ id: true, name: true, role: true }) },
  async ({ services, caller, input }) => {
    await changeUser(services, caller, input);
    revalidatePath(...peoplePages);
  },
);

const replaceMemberships = action(
  { permission, schema: membershipsForm },
  async ({ services, caller, input }) => {
    await setMemberships(services, caller, input);
    revalidatePath(...peoplePages);
  },
);

const setPassword = action({ permission, schema: passwordForm }, async ({ services, caller, input }) => {
  const made = input.password === undefined ? makePassword() : null;
  await changeUser(services, caller, { id: input.id, password: input.password ?? made ?? '' });
  return { made_password: made };
});

const disable = action({ permission, schema: userSchema }, async ({ services, caller, input }) => {
  await disableUser(services, caller, input);
  revalidatePath(...peoplePages);
});

const enable = action({ permission, schema: userSchema }, async ({ services, caller, input }) => {
  await enableUser(services, caller, input);
  revalidatePath(...peoplePages);
});

const signOut = action({ permission, schema: userSchema }, async ({ services, caller, input }) => {
  await endSessions(services, caller, input);
});

const revoke = action({ permission, schema: tokenSchema }, async ({ services, caller, input }) => {
  await revokeToken(services, caller, input);
  revalidatePath(...peoplePages);
});

export async function createPerson(_last: Last, form: FormData) {
  return create(form);
}

export async function changePerson(_last: Last, form: FormData) {
  return change(form);
}

export async function changeMemberships(_last: Last, form: FormData) {
  return replaceMemberships(form);
}

export async function changePassword(_last: Last, form: FormData) {
  return setPassword(form);
}

export async function disablePerson(_last: Last, form: FormData) {
  return disable(form);
}

export async function enablePerson(_last: Last, form: FormData) {
  return enable(form);
}

export async function endPersonSessions(_last: Last, form: FormData) {
  return signOut(form);
}

export async function revokePersonToken(_last: Last, form: FormData) {
  return revoke(form);
}
