import type { CSSProperties } from 'react';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';

/** Rows of shapes as photographs have them. */
const ratios = [1.5, 2, 0.8, 1.78, 1, 1.5, 0.67, 1.5, 1.33, 1.78];

export default function Loading() {
  return (
    <div aria-busy="true">
      <PageHeader title={<span className="text-ink-soft">Catalog</span>} />
      <p className="sr-only" role="status">
        Loading
      </p>
      <div className="photo-rows [--row-height:16rem]">
        {ratios.map((ratio, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the shapes never change
          <div key={index} style={{ '--ratio': ratio } as CSSProperties}>
            <Skeleton ratio={ratio} />
            <Skeleton className="mt-1 h-2 w-2/3" />
          </div>
        ))}
      </div>
    </div>
  );
}
