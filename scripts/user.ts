import { text } from 'node:stream/consumers';
import type { Database } from '#db/client.ts';
import { unsafeFindUserByEmail } from '#db/queries/users.ts';
import { changeUser } from '#lib/auth/change-user.ts';
import { createUser } from '#lib/auth/create-user.ts';
import { disableUser } from '#lib/auth/disable-user.ts';
import { enableUser } from '#lib/auth/enable-user.ts';
import { makePassword } from '#lib/auth/make-password.ts';
import { changeUserSchema, createUserSchema, setMembershipsSchema } from '#lib/auth/people-schemas.ts';
import { setMemberships } from '#lib/auth/set-memberships.ts';
import { consoleCaller, runCommand, say, withDatabase } from './console.ts';
import { parseWith } from './parse-with.ts';
import { parseUserArguments, type UserArguments } from './user-arguments.ts';

await runCommand(async () => {
  const asked = parseUserArguments(process.argv.slice(2));
  const sent =
    asked.password === 'from stdin' ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined;
  await withDatabase(async (db) => {
    const user = await unsafeFindUserByEmail(db, asked.email.trim());
    const password = sent ?? (asked.password === 'made up' || !user ? makePassword() : undefined);
    if (user) await change(db, user.id, asked, password);
    else await create(db, asked, password);
    if (password !== undefined && sent === undefined) {
      say('The password, shown this once:');
      process.stdout.write(`${password}\n`);
    }
  });
});

async function create(db: Database, asked: UserArguments, password: string | undefined): Promise<void> {
  if (asked.disable || asked.enable) throw new Error(`There is no account for ${asked.email}.`);
  const { email, name = email.split('@')[0], role = 'member', memberships } = asked;
  const input = parseWith(createUserSchema, { email, name, role, password, memberships });
  await createUser({ db }, consoleCaller, input);
  say(`Created ${input.email}, ${input.role}.`);
}

async function change(
  db: Database,
  id: string,
  asked: UserArguments,
  password: string | undefined,
): Promise<void> {
  const { name, role, memberships } = asked;
  const changes = parseWith(changeUserSchema, { id, name, role, password });
  const scopes = memberships && parseWith(setMembershipsSchema, { id, memberships });
  if (name !== undefined || role !== undefined || password !== undefined) {
    await changeUser({ db }, consoleCaller, changes);
    say(`Changed ${asked.email}.`);
  }
  if (scopes) {
    await setMemberships({ db }, consoleCaller, scopes);
    say(
      `${asked.email} may see: ${scopes.memberships.map(({ audience }) => audience).join(', ') || 'nothing'}.`,
    );
  }
  if (asked.disable) {
    await disableUser({ db }, consoleCaller, { id });
    say(`Disabled ${asked.email}: signed out everywhere, tokens revoked.`);
  }
  if (asked.enable) {
    await enableUser({ db }, consoleCaller, { id });
    say(`Enabled ${asked.email}.`);
  }
}
