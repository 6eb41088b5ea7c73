import { z } from 'zod';
import { roles } from '#lib/lifecycle.ts';

/** What the People page, the settings page and the console send. Pure: forms may import it. */

const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(320)
  .pipe(z.email('Give an email address such as mika@example.com.'));
const name = z.string().trim().min(1, 'Give a name.').max(200, 'A name has 200 characters at most.');
const role = z.enum(roles, `A role is one of ${roles.join(', ')}.`);
const password = z
  .string()
  .min(10, 'A password has at least 10 characters.')
  .max(200, 'A password has 200 characters at most.');
const id = z.uuid('This id is not one of ours.');

const membershipSchema = z.object({
  audience: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'An audience is named by its slug, such as teacher.'),
  /** `all`, or the listed products; an empty list sees nothing. */
  products: z.union([z.literal('all'), z.array(id).max(1000)]),
});

const memberships = z
  .array(membershipSchema)
  .max(50)
  .refine((list) => new Set(list.map(({ audience }) => audience)).size === list.length, {
    message: 'Name each audience once.',
  });

export const createUserSchema = z.object({
  email,
  name,
  role,
  password,
  memberships: memberships.default([]),
});
export const changeUserSchema = z.object({
  id,
  name: name.optional(),
  role: role.optional(),
  password: password.optional(),
});
export const userSchema = z.object({ id });
export const setMembershipsSchema = z.object({ id, memberships });
export const createTokenSchema = z.object({
  user_id: id,
  name: z.string().trim().min(1, 'Give the token a name.').max(100, 'A name has 100 characters at most.'),
});
export const tokenSchema = z.object({ id });
export const changeOwnPasswordSchema = z.object({
  current: z.string().min(1, 'Give the current password.').max(1000),
  next: password,
});

export type MembershipInput = z.output<typeof membershipSchema>;
export type CreateUserInput = z.output<typeof createUserSchema>;
export type ChangeUserInput = z.output<typeof changeUserSchema>;
export type SetMembershipsInput = z.output<typeof setMembershipsSchema>;
export type CreateTokenInput = z.output<typeof createTokenSchema>;
