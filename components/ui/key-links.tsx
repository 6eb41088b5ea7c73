'use client';

import { useEffect } from 'react';

/**
 * Lets keys press what is on the page: a link or button with `data-key="ArrowLeft"` is pressed by that key.
 * The body has `data-keys` while they do.
 */
export function KeyLinks() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const writes = target.matches('textarea, select, input:not([type="checkbox"])');
      const open = document.querySelector('dialog[open], :popover-open');
      if (writes || open || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      // A key that is held down decides once.
      if (event.repeat && !event.key.startsWith('Arrow')) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const pressed = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
      if (!pressed) return;
      event.preventDefault();
      pressed.click();
    };
    document.addEventListener('keydown', onKey);
    document.body.toggleAttribute('data-keys', true);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.body.toggleAttribute('data-keys', false);
    };
  }, []);
  return null;
}
