import type { ReactNode } from 'react';
import { signOut } from '#app/sign-out.ts';
import { Shell } from '#components/shell/shell.tsx';
import { pageCaller } from '#lib/auth/page-caller.ts';

export default async function PortalLayout({ children }: { children: ReactNode }) {
  const { services, caller } = await pageCaller('catalog.read');
  return (
    <Shell actor={caller.actor} company={services.env.COMPANY_NAME} signOut={signOut}>
      {children}
    </Shell>
  );
}
