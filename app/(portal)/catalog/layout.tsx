import type { ReactNode } from 'react';
import { Tray } from '#components/catalog/tray.tsx';
import { pageCaller } from '#lib/auth/page-caller.ts';
import { requestFile } from './actions.ts';
import { trayOwner } from './tray-owner.ts';

export default async function CatalogLayout({ children }: { children: ReactNode }) {
  const { caller } = await pageCaller('catalog.read');
  return (
    <>
      {children}
      <Tray owner={trayOwner(caller)} requestFile={requestFile} />
    </>
  );
}
