'use client';

import { useSyncExternalStore } from 'react';
import { type TrayItem, tray } from './tray-store.ts';

/** The selection of this person, empty until the page has come alive. */
export function useTray(owner: string): readonly TrayItem[] {
  return useSyncExternalStore(tray.subscribe, () => tray.read(owner), tray.readOnServer);
}
