import type { Anchor } from '#lib/policy/output-contract.ts';

/** Shows the part of a picture larger than its box where the mark stands; without a place, the middle. */
export function scrollToMark(box: HTMLElement, anchor: Anchor | undefined): void {
  const across = box.scrollWidth - box.clientWidth;
  const down = box.scrollHeight - box.clientHeight;
  box.scrollTo(across * partOf(anchor, 'left', 'right'), down * partOf(anchor, 'top', 'bottom'));
}

function partOf(anchor: Anchor | undefined, start: string, end: string): number {
  if (anchor?.includes(start)) return 0;
  return anchor?.includes(end) ? 1 : 0.5;
}
