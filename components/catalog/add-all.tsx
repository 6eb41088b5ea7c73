'use client';

import { Button } from '#components/ui/button.tsx';
import { CheckIcon, PlusIcon } from '#components/ui/icons.tsx';
import { type TrayItem, tray, trayKey } from './tray-store.ts';
import { useTray } from './use-tray.ts';

/** Puts one format of every photo of a product into the selection. */
export function AddAll({
  label,
  items,
  owner,
}: {
  label: string;
  items: readonly TrayItem[];
  owner: string;
}) {
  const keys = new Set(useTray(owner).map(trayKey));
  const allIn = items.every((item) => keys.has(trayKey(item)));
  return (
    <Button aria-pressed={allIn} disabled={allIn} onClick={() => tray.add(owner, items)} size="small">
      {allIn ? <CheckIcon /> : <PlusIcon />}
      {label}
    </Button>
  );
}
