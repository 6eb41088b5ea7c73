import { classNames } from './class-names.ts';

/** A place that will be filled. Give it the shape of what is coming; it is silent to assistive technology. */
export function Skeleton({ className, ratio }: { className?: string; ratio?: number }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('breathing block bg-sunken', className)}
      style={ratio ? { aspectRatio: ratio } : undefined}
    />
  );
}
