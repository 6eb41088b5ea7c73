import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** The quiet ground behind pictures with transparency. */
export function Checkerboard({ children, className }: { children?: ReactNode; className?: string }) {
  return <div className={classNames('checkerboard', className)}>{children}</div>;
}
