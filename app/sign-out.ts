'use server';

import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { action } from '#lib/action.ts';
import { recordSignOut } from '#lib/auth/record-sign-out.ts';
import { sessionCookieName } from '#lib/auth/session-cookie.ts';

const endSession = action(
  { permission: 'session.manage', schema: z.object({}) },
  async ({ services, caller }) => {
    const name = sessionCookieName(services.env.PORTAL_URL);
    // A `__Secure-` cookie is only given up to an answer that is Secure itself.
    (await cookies()).set(name, '', {
      path: '/',
      maxAge: 0,
      secure: name.startsWith('__Secure-'),
      httpOnly: true,
    });
    await recordSignOut(services, caller);
  },
);

/**
 * Ends this browser's session. next-auth's own sign-out wants its CSRF cookie, which is gone after a restart of the
 * browser while the session is not; a server action is held to the portal's origin by Next.
 */
export async function signOut(): Promise<void> {
  await endSession({});
  redirect('/sign-in');
}
