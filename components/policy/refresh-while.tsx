'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/** Reads the page again every few seconds while something on it is under way and somebody looks. */
export function RefreshWhile({ isUnderWay, seconds = 2 }: { isUnderWay: boolean; seconds?: number }) {
  const router = useRouter();
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(
      () => document.visibilityState === 'visible' && router.refresh(),
      seconds * 1000,
    );
    return () => clearInterval(timer);
  }, [isUnderWay, seconds, router]);
  return null;
}
