import Link from 'next/link';
import type { ComponentProps } from 'react';
import { type ButtonLook, buttonClass } from './button.tsx';

/**
 * A link that looks like a button: for going somewhere, never for doing something. Apart from `Button`, so that a
 * client component with a button does not bring the router's link with it.
 */
export function LinkButton({ kind, size, className, ...rest }: ComponentProps<typeof Link> & ButtonLook) {
  return <Link className={buttonClass({ kind, size }, className)} {...rest} />;
}
