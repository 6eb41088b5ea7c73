'use client';

import { useEffect } from 'react';

/** `/` goes to the page's search field, `?` opens the keys sheet; never while someone writes. */
export function KeyListener({ sheetId }: { sheetId: string }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const writes = target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
      if (writes || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>('input[type="search"]');
        if (!search) return;
        event.preventDefault();
        search.focus();
        search.select();
      }
      if (event.key === '?') {
        const sheet = document.getElementById(sheetId) as HTMLDialogElement | null;
        if (sheet && !sheet.open) sheet.showModal();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [sheetId]);
  return null;
}
