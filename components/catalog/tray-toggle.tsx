'use client';

import { buttonClass } from '#components/ui/button.tsx';
import { CheckIcon, PlusIcon } from '#components/ui/icons.tsx';
import { type TrayItem, tray, trayKey } from './tray-store.ts';
import { useTray } from './use-tray.ts';

/** Puts one file into the selection, and takes it out again. */
export function TrayToggle({ item, owner }: { item: TrayItem; owner: string }) {
  const key = trayKey(item);
  const isIn = useTray(owner).some((each) => trayKey(each) === key);
  return (
    <button
      aria-label={`Select ${item.label} of ${item.title}`}
      aria-pressed={isIn}
      className={buttonClass(
        { size: 'small' },
        'w-5 shrink-0 px-0! aria-pressed:bg-inverse aria-pressed:text-on-inverse',
      )}
      onClick={() => (isIn ? tray.remove(owner, key) : tray.add(owner, [item]))}
      title={isIn ? 'Take out of the selection' : 'Add to the selection'}
      type="button"
    >
      {isIn ? <CheckIcon /> : <PlusIcon />}
    </button>
  );
}
