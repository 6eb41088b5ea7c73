import Link from 'next/link';
import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/button.tsx';
import { ChevronLeftIcon, ChevronRightIcon } from '#components/ui/icons.tsx';
import { addressAfter, type QueuePlace, reviewAddress } from './queue-place.ts';

/** Where one is in the queue, and the ways to both sides. */
export function QueueBar({ place, isCut }: { place: QueuePlace | undefined; isCut: boolean }) {
  return (
    <div className="flex min-h-7 items-center justify-between gap-2 py-1">
      <p className="figures text-small text-ink-soft">
        {place ? (
          <>
            <strong className="font-medium text-ink">
              {place.number} of {place.count}
              {isCut && !place.isSentBack && ' and more'}
            </strong>{' '}
            {place.isSentBack ? 'that wait for changes' : 'that wait for review, oldest first'}
          </>
        ) : (
          'Waits for review'
        )}
      </p>
      <nav aria-label="Photos under review" className="-mr-1.5 flex">
        {place?.previous ? (
          <Step address={reviewAddress(place.previous)} name="ArrowLeft">
            <ChevronLeftIcon size={20} />
          </Step>
        ) : (
          <span aria-hidden="true" className={stepClass('opacity-30')}>
            <ChevronLeftIcon size={20} />
          </span>
        )}
        <Step address={addressAfter(place)} name="ArrowRight">
          <ChevronRightIcon size={20} />
        </Step>
      </nav>
    </div>
  );
}

function Step({
  address,
  name,
  children,
}: {
  address: string;
  name: 'ArrowLeft' | 'ArrowRight';
  children: ReactNode;
}) {
  return (
    <Link
      aria-keyshortcuts={name}
      aria-label={name === 'ArrowLeft' ? 'The photo before' : 'The photo after'}
      className={stepClass()}
      data-key={name}
      href={address}
    >
      {children}
    </Link>
  );
}

function stepClass(extra?: string): string {
  return buttonClass({ kind: 'quiet' }, `w-5 px-0! pointer-coarse:w-[44px] ${extra ?? ''}`);
}
