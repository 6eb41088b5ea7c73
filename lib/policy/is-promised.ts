import type { OutputContract } from './output-contract.ts';

/** What is made without anyone asking for it; thumbnails always, since grids show nothing else. Pure. */
export function isPromised({ render, format }: Pick<OutputContract, 'render' | 'format'>): boolean {
  return render === 'at_approval' || format === 'thumb';
}
