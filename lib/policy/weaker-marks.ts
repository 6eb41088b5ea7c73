import type { ImageMark, OutputContract, TextMark, WatermarkRule } from './output-contract.ts';

type Drawn = TextMark | ImageMark;

/**
 * Where the second version's files carry a weaker mark than the first's, a sentence a fact: none is weaker than any;
 * then fainter, smaller, one instead of many, without an edge against its ground, and left out where it does not fit.
 * Empty where nothing is weaker. Pure.
 */
export function weakerMarks(
  from: { version: number; contracts: readonly OutputContract[] },
  to: { version: number; contracts: readonly OutputContract[] },
): string[] {
  return to.contracts.flatMap((contract) => {
    const before = from.contracts.find(({ format }) => format === contract.format);
    if (!before) return onlyThere(contract, from.version);
    return weaknesses(before.watermark, contract.watermark).map((words) => `${contract.format}: ${words}`);
  });
}

function onlyThere({ format, watermark }: OutputContract, version: number): string[] {
  if (watermark.kind !== 'none') return [];
  return [`${format}: is given without a mark; version ${version} does not give this format at all.`];
}

function weaknesses(before: WatermarkRule, after: WatermarkRule): string[] {
  if (before.kind === 'none') return [];
  if (after.kind === 'none') return ['carries no mark at all.'];
  return [
    ...(after.opacity < before.opacity
      ? [`the mark is fainter, ${percent(after.opacity)} instead of ${percent(before.opacity)}.`]
      : []),
    ...(after.size < before.size
      ? [`the mark is smaller, ${percent(after.size)} of the picture instead of ${percent(before.size)}.`]
      : []),
    ...(after.min_px < before.min_px
      ? [`the mark may be as low as ${after.min_px} px, instead of ${before.min_px} px.`]
      : []),
    ...spread(before, after),
    ...(hasEdge(before) && !hasEdge(after)
      ? ['the mark has no edge, and is lost on a ground of its colour.']
      : []),
    ...(strictness[after.below_min] < strictness[before.below_min]
      ? [whereItDoesNotFit[after.below_min]]
      : []),
  ];
}

function spread(before: Drawn, after: Drawn): string[] {
  if (before.tile && !after.tile) return ['the mark stands once, not over the whole picture.'];
  if (before.tile && after.tile && after.tile.spacing > before.tile.spacing)
    return [`the marks stand further apart, ${after.tile.spacing} instead of ${before.tile.spacing}.`];
  return [];
}

function hasEdge(mark: Drawn): boolean {
  return mark.shadow !== 'none' || (mark.kind === 'text' && mark.outline !== 'none');
}

const strictness = { hidden: 0, smaller: 1, refuse: 2 } as const;
const whereItDoesNotFit = {
  hidden: 'the mark is left out where it does not fit.',
  smaller: 'the mark is drawn smaller where it does not fit, and the file is made all the same.',
  refuse: '',
} as const;

function percent(fraction: number): string {
  return `${Number((fraction * 100).toFixed(1))} %`;
}
