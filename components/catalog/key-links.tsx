'use client';

import { useEffect } from 'react';

/** Lets keys follow links of the page: a link with `data-key="ArrowLeft"` is followed by that key. */
export function KeyLinks() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const writes = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
      const open = document.querySelector('dialog[open], :popover-open');
      if (writes || open || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      document.querySelector<HTMLElement>(`a[data-key="${CSS.escape(event.key)}"]`)?.click();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return null;
}
