'use client';

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from './class-names.ts';
import { CloseIcon } from './icons.tsx';

/**
 * A modal on the browser's own `dialog`: it traps focus, Escape closes it, and focus returns to where it was.
 * Whoever renders it owns `open`; `onClose` is called for Escape, the close button and a click outside.
 */
export function Dialog({
  open,
  onClose,
  title,
  children,
  wide = false,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  wide?: boolean;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) element?.showModal();
    if (!open && element?.open) element.close();
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape, which the browser handles
    <dialog
      aria-labelledby={titleId}
      className={classNames(
        'm-auto w-[calc(100%-2rem)] rounded-sheet border border-line bg-surface text-ink shadow-sheet backdrop:bg-black/50',
        wide ? 'max-w-[60rem]' : 'max-w-[32rem]',
      )}
      onClick={(event) => event.target === dialog.current && onClose()}
      onClose={onClose}
      ref={dialog}
    >
      <div className="flex items-center justify-between gap-2 px-3 pt-2">
        <h2 className="voice-wide text-title" id={titleId}>
          {title}
        </h2>
        <button
          aria-label="Close"
          className="-mr-1 inline-flex size-5 items-center justify-center rounded-control hover:bg-hover"
          onClick={onClose}
          type="button"
        >
          <CloseIcon size={18} />
        </button>
      </div>
      <div className="px-3 pt-1 pb-3">{children}</div>
    </dialog>
  );
}
