import type { Anchor, MediaType, OutputContract, WatermarkRule } from './output-contract.ts';

/**
 * A contract as a form holds it: numbers as they are typed, fractions as percent, bytes as kB, and the settings of
 * all kinds of marks side by side, so that going from one kind to another and back loses nothing.
 */
export interface ContractDraft {
  format: string;
  label: string;
  media_type: MediaType;
  max_width: string;
  max_height: string;
  fit: OutputContract['fit'];
  focal: OutputContract['focal'];
  quality: string;
  palette: boolean | undefined;
  effort: string;
  lossless: boolean | undefined;
  max_kilobytes: string;
  min_width: string;
  render: OutputContract['render'];
  alpha: OutputContract['alpha'];
  /** Empty: left out. */
  background: string;
  mark: MarkDraft;
  color_profile: OutputContract['color_profile'];
  metadata: OutputContract['metadata'];
}

export interface MarkDraft {
  kind: WatermarkRule['kind'];
  text: string;
  color: string;
  outline: 'none' | 'dark' | 'light';
  image_id: string;
  opacity: string;
  is_tiled: boolean;
  anchor: Anchor;
  spacing: string;
  margin: string;
  size: string;
  min_px: string;
  below_min: 'smaller' | 'hidden' | 'refuse';
  rotation: string;
  shadow: 'none' | 'dark' | 'light';
}

const newMark: MarkDraft = {
  kind: 'none',
  text: '',
  color: '#ffffff',
  outline: 'dark',
  image_id: '',
  opacity: '60',
  is_tiled: false,
  anchor: 'bottom-right',
  spacing: '1.2',
  margin: '3',
  size: '35',
  min_px: '14',
  below_min: 'smaller',
  rotation: '0',
  shadow: 'none',
};

/** What a format starts as. It has no name yet, so it is not valid before it is given one. */
export const newDraft: ContractDraft = {
  format: '',
  label: '',
  media_type: 'image/jpeg',
  max_width: '1600',
  max_height: '1600',
  fit: 'inside',
  focal: 'ignored',
  quality: '85',
  palette: undefined,
  effort: '',
  lossless: undefined,
  max_kilobytes: '',
  min_width: '',
  render: 'at_approval',
  alpha: 'forbidden',
  background: '',
  mark: newMark,
  color_profile: 'srgb',
  metadata: 'strip',
};

export function draftOf(contract: OutputContract): ContractDraft {
  const { compression, max_bytes, watermark, background, ...rest } = contract;
  return {
    ...rest,
    max_width: String(contract.max_width),
    max_height: String(contract.max_height),
    quality: textOf(compression.quality),
    palette: compression.palette,
    effort: textOf(compression.effort),
    lossless: compression.lossless,
    max_kilobytes: textOf(max_bytes, 1 / 1000),
    min_width: textOf(contract.min_width),
    background: background ?? '',
    mark: markDraftOf(watermark),
  };
}

function markDraftOf(rule: WatermarkRule): MarkDraft {
  if (rule.kind === 'none') return newMark;
  const own =
    rule.kind === 'text'
      ? { kind: rule.kind, text: rule.text, color: rule.color, outline: rule.outline }
      : { kind: rule.kind, image_id: rule.image_id };
  return {
    ...newMark,
    ...own,
    opacity: textOf(rule.opacity, 100),
    is_tiled: rule.tile !== undefined,
    anchor: rule.anchor ?? newMark.anchor,
    spacing: textOf(rule.tile?.spacing) || newMark.spacing,
    margin: textOf(rule.margin, 100),
    size: textOf(rule.size, 100),
    min_px: String(rule.min_px),
    below_min: rule.below_min,
    rotation: String(rule.rotation),
    shadow: rule.shadow,
  };
}

/** A draft that was kept by an earlier version of the form. */
export function revivedDraft(kept: Partial<ContractDraft>): ContractDraft {
  return { ...newDraft, ...kept, mark: { ...newMark, ...kept.mark } };
}

/** The same format under the next free name. */
export function copyOf(draft: ContractDraft, taken: readonly ContractDraft[]): ContractDraft {
  const bare = draft.format.replace(/-\d+$/, '').slice(0, 36);
  const names = taken.map(({ format }) => format);
  let number = 2;
  while (names.includes(`${bare}-${number}`)) number += 1;
  return {
    ...draft,
    format: bare && `${bare}-${number}`,
    label: draft.label && `${draft.label} ${number}`.slice(0, 60),
  };
}

/** What the form says, for `outputContract` to parse: a draft may hold anything. Settings without a meaning are left out. */
export function contractOf(draft: ContractDraft): unknown {
  const { mark, palette, effort, lossless, quality, max_kilobytes, background, ...rest } = draft;
  const type = draft.media_type;
  return {
    ...rest,
    max_width: numberOf(draft.max_width),
    max_height: numberOf(draft.max_height),
    compression: {
      quality: numberOf(quality),
      effort: type === 'image/jpeg' ? undefined : numberOf(effort),
      palette: type === 'image/png' ? palette : undefined,
      lossless: type === 'image/webp' || type === 'image/avif' ? lossless : undefined,
    },
    max_bytes: numberOf(max_kilobytes, 1000),
    min_width: numberOf(draft.min_width),
    background: background || undefined,
    watermark: ruleOf(mark),
  };
}

function ruleOf(mark: MarkDraft): unknown {
  if (mark.kind === 'none') return { kind: 'none' };
  const own =
    mark.kind === 'text'
      ? { text: mark.text, color: mark.color, outline: mark.outline }
      : { image_id: mark.image_id };
  return {
    kind: mark.kind,
    ...own,
    opacity: numberOf(mark.opacity, 1 / 100),
    ...(mark.is_tiled ? { tile: { spacing: numberOf(mark.spacing) } } : { anchor: mark.anchor }),
    margin: numberOf(mark.margin, 1 / 100),
    size: numberOf(mark.size, 1 / 100),
    min_px: numberOf(mark.min_px),
    below_min: mark.below_min,
    rotation: numberOf(mark.rotation),
    shadow: mark.shadow,
  };
}

/** Percent and kB are shown without the noise of binary fractions. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

function textOf(value: number | undefined, factor = 1): string {
  return value === undefined ? '' : String(tidy(value * factor));
}

function numberOf(text: string, factor = 1): number | undefined {
  return text.trim() === '' ? undefined : tidy(Number(text) * factor);
}
