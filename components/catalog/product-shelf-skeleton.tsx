import type { CSSProperties } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';

/** Shapes as photographs have them. */
const ratios = [1.5, 2, 0.8, 1.78, 1, 1.51, 0.67, 1.49, 1.33, 1.77];

export function ProductShelfSkeleton() {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        Loading
      </p>
      <div className="photo-rows [--row-height:clamp(11rem,20vw,17rem)]">
        {ratios.map((ratio) => (
          <div key={ratio} style={{ '--ratio': ratio } as CSSProperties}>
            <Skeleton ratio={ratio} />
            <Skeleton className="mt-1 h-2 w-2/3" />
          </div>
        ))}
      </div>
    </div>
  );
}
