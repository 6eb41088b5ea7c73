import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { chooseTheme } from '#app/choose-theme.ts';
import { signOut } from '#app/sign-out.ts';
import { Shell } from '#components/shell/shell.tsx';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { readTheme, themeCookie } from '#lib/theme.ts';

export default async function PortalLayout({ children }: { children: ReactNode }) {
  const { services, caller } = await pageCaller('catalog.read');
  const theme = readTheme((await cookies()).get(themeCookie)?.value);
  return (
    <Shell
      actor={caller.actor}
      company={services.env.COMPANY_NAME}
      signOut={signOut}
      theme={theme}
      chooseTheme={chooseTheme}
    >
      {children}
    </Shell>
  );
}
