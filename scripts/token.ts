import { parseArgs } from 'node:util';
import { unsafeFindUserByEmail } from '#db/queries/users.ts';
import { createToken } from '#lib/auth/create-token.ts';
import { createTokenSchema } from '#lib/auth/people-schemas.ts';
import { consoleCaller, Help, runCommand, withDatabase } from './console.ts';
import { parseWith } from './parse-with.ts';

const usage = `Usage: npm run token -- --email <email> --name <what it is for>
Prints a new API token of that person on stdout, once; only its hash is stored.
`;

await runCommand(async () => {
  const { values } = parseArgs({
    options: { email: { type: 'string' }, name: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) throw new Help(usage);
  if (!values.email || !values.name) throw new Error(usage);
  const { email, name } = values;
  const token = await withDatabase(async (db) => {
    const user = await unsafeFindUserByEmail(db, email.trim());
    if (!user) throw new Error(`There is no account for ${email}. Make one with npm run user.`);
    const input = parseWith(createTokenSchema, { user_id: user.id, name });
    return (await createToken({ db }, consoleCaller, input)).token;
  });
  process.stdout.write(`${token}\n`);
});
