'use client';

import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import type { UploadRow } from './upload-row.ts';
import type { ProductName, UploadTarget } from './upload-settings.ts';
import type { Uploads } from './uploads.ts';

export interface UploadDeskState {
  /** Null until the page has come alive. */
  uploads: Uploads | null;
  /** The product of the page that is open: what is dropped goes there. */
  setTarget: (target: UploadTarget | null) => void;
  /** Opens the browser's file dialog; without a product the page's own, or the person is asked. */
  chooseFiles: (product?: ProductName, onChosen?: () => void) => void;
}

export const UploadsContext = createContext<UploadDeskState | null>(null);

/** Null for people who may not upload. */
export function useUploadDesk(): UploadDeskState | null {
  return useContext(UploadsContext);
}

const nothing: readonly UploadRow[] = [];
const readNothing = () => nothing;
const subscribeToNothing = () => () => {};

export function useUploadRows(uploads: Uploads | null): readonly UploadRow[] {
  return useSyncExternalStore(
    uploads?.subscribe ?? subscribeToNothing,
    uploads?.read ?? readNothing,
    readNothing,
  );
}

/** Makes a product the one that dropped files go to, for as long as its page is open. */
export function DropsGoTo({ product }: { product: UploadTarget }) {
  const desk = useUploadDesk();
  const setTarget = desk?.setTarget;
  const { id, name, photo_count, photo_limit } = product;
  useEffect(() => {
    setTarget?.({ id, name, photo_count, photo_limit });
    return () => setTarget?.(null);
  }, [setTarget, id, name, photo_count, photo_limit]);
  return null;
}
