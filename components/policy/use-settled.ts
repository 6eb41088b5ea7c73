'use client';

import { useEffect, useState } from 'react';

/** Long enough not to render each keystroke, short enough to feel like an answer. */
const quietMs = 350;

/** A value once it has stopped changing; equal by what it says, not by which object it is. */
export function useSettled<T>(value: T, afterMs = quietMs): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(
      () => setSettled(text === undefined ? (undefined as T) : (JSON.parse(text) as T)),
      afterMs,
    );
    return () => clearTimeout(timer);
  }, [text, afterMs]);
  return settled;
}
