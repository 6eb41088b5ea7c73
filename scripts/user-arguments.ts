import { parseArgs } from 'node:util';
import type { MembershipInput } from '#lib/auth/people-schemas.ts';
import { Help } from './console.ts';

export interface UserArguments {
  email: string;
  name: string | undefined;
  role: string | undefined;
  memberships: MembershipInput[] | undefined;
  password: 'from stdin' | 'made up' | undefined;
  disable: boolean;
  enable: boolean;
}

export const userUsage = `Usage: npm run user -- --email <email> [options]
Creates the person where there is none yet, changes them otherwise.

  --name <name>        for a new person without one: what stands before the @
  --role <role>        admin, editor, support, operator or member, which a new person is otherwise
  --audience <slug>    what a member may see, once for each audience; replaces what was there
  --no-audience        takes all audiences away
  --products <id,id>   narrows the audiences given with it to these products; "" sees nothing
  --password-stdin     reads the password from stdin
  --new-password       makes one up and prints it alone on stdout, as for a new person without --password-stdin
  --disable            ends the person's sessions and revokes their tokens
  --enable             lets them sign in again`;

const options = {
  email: { type: 'string' },
  name: { type: 'string' },
  role: { type: 'string' },
  audience: { type: 'string', multiple: true },
  'no-audience': { type: 'boolean' },
  products: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  'new-password': { type: 'boolean' },
  disable: { type: 'boolean' },
  enable: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** What a command line asks for. Throws a sentence, or the usage, where it cannot be understood. */
export function parseUserArguments(args: string[]): UserArguments {
  const { values } = parseArgs({ args, options });
  if (values.help) throw new Help(userUsage);
  if (!values.email) throw new Error(userUsage);
  if (values.disable && values.enable) throw new Error('Give --disable or --enable, not both.');
  if (values.audience && values['no-audience'])
    throw new Error('Give --audience or --no-audience, not both.');
  if (values.products !== undefined && !values.audience)
    throw new Error('--products narrows an audience: give --audience with it.');
  if (values['password-stdin'] && values['new-password'])
    throw new Error('Give --password-stdin or --new-password, not both.');
  const products =
    values.products
      ?.split(',')
      .map((id) => id.trim())
      .filter(Boolean) ?? 'all';
  return {
    email: values.email,
    name: values.name,
    role: values.role,
    memberships: values['no-audience'] ? [] : values.audience?.map((audience) => ({ audience, products })),
    password: values['password-stdin'] ? 'from stdin' : values['new-password'] ? 'made up' : undefined,
    disable: values.disable ?? false,
    enable: values.enable ?? false,
  };
}
