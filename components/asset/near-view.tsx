'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Shows its children once their place comes near the window: renderings are made for eyes, not for pages. */
export function NearView({ children, placeholder }: { children: ReactNode; placeholder: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);

  useEffect(() => {
    const element = place.current;
    if (!element || isNear) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsNear(true), {
      rootMargin: '200px 600px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear]);

  return <div ref={place}>{isNear ? children : placeholder}</div>;
}
