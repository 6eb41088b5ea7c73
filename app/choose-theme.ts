'use server';

import { cookies } from 'next/headers';
import { z } from 'zod';
import { action } from '#lib/action.ts';
import { themeCookie, themes } from '#lib/theme.ts';

const year = 365 * 24 * 60 * 60;

const setTheme = action(
  { permission: 'session.manage', schema: z.object({ theme: z.enum(themes) }) },
  async ({ services, input }) => {
    const secure = services.env.PORTAL_URL.startsWith('https:');
    (await cookies()).set(themeCookie, input.theme, {
      maxAge: year,
      sameSite: 'lax',
      httpOnly: true,
      secure,
    });
  },
);

/** Light, dark or what the system says, kept in this browser. */
export async function chooseTheme(form: FormData): Promise<void> {
  await setTheme(form);
}
