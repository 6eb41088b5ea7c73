import type { ImageMark, OutputContract, TextMark } from './output-contract.ts';

/**
 * A contract in plain English, one sentence a rule, for manifests and pages. The first sentence answers the
 * question that support is asked most: why does this file have a mark, or none?
 */
export function explainContract(
  contract: OutputContract,
  audience: string,
  policyVersion?: number,
): string[] {
  return [
    `${markSentence(contract)} because ${source(contract, audience, policyVersion)}.`,
    ...placementSentences(contract),
    sizeSentence(contract),
    ...fileSentences(contract),
    alphaSentence(contract),
    contract.color_profile === 'srgb'
      ? 'Colours are converted to sRGB.'
      : 'Colours keep the profile of the master.',
    ...metadataSentences(contract),
    contract.render === 'at_approval'
      ? 'It is made as soon as a photo is approved.'
      : 'It is made when someone asks for it.',
  ];
}

/** The mark in a few words, for chips and lists: `no mark`, `mark “Partner preview”`, `image mark`. */
export function explainMark(contract: Pick<OutputContract, 'watermark'>): string {
  const mark = contract.watermark;
  if (mark.kind === 'none') return 'no mark';
  return mark.kind === 'text' ? `mark “${mark.text}”` : 'image mark';
}

function markSentence({ watermark }: OutputContract): string {
  if (watermark.kind === 'none') return 'This file carries no mark';
  if (watermark.kind === 'image')
    return `This file carries the image mark ${watermark.image_id.slice(0, 12)}`;
  return `This file carries the text mark “${watermark.text}”`;
}

function source(contract: OutputContract, audience: string, policyVersion: number | undefined): string {
  const policy =
    policyVersion === undefined ? `the ${audience} policy` : `${audience} policy version ${policyVersion}`;
  return `${policy} says so for the format ${contract.format}`;
}

function placementSentences({ watermark: mark }: OutputContract): string[] {
  if (mark.kind === 'none') return [];
  return [
    `The mark ${place(mark)}, ${percent(mark.size)} of the picture’s short side wide, at ${percent(mark.opacity)} opacity${turned(mark)}${shadowed(mark)}.`,
    `It is at least ${mark.min_px} px high; ${whereItDoesNotFit[mark.below_min]}.`,
  ];
}

const whereItDoesNotFit = {
  smaller: 'where that does not fit, it is drawn smaller',
  hidden: 'where that does not fit, it is left out',
  refuse: 'where that does not fit, no file is made',
} as const;

function place(mark: TextMark | ImageMark): string {
  if (mark.tile) return `is repeated over the whole picture, ${mark.tile.spacing} marks apart`;
  const where = mark.anchor === 'center' ? 'the centre' : mark.anchor?.replace('-', ' ');
  return `stands at ${mark.anchor === 'center' ? where : `the ${where}`}, ${percent(mark.margin)} of the short side from the edge`;
}

function turned(mark: TextMark | ImageMark): string {
  return mark.rotation === 0 ? '' : `, turned by ${mark.rotation}°`;
}

function shadowed({ shadow }: TextMark | ImageMark): string {
  return shadow === 'dark' || shadow === 'light' ? `, on a soft ${shadow} shadow` : '';
}

function sizeSentence({ max_width, max_height, fit, focal }: OutputContract): string {
  const box = `${max_width} × ${max_height} px`;
  if (fit === 'pad') return `The picture is fitted into exactly ${box} and padded.`;
  if (fit === 'inside') return `The picture is fitted into ${box} and never enlarged.`;
  const around = focal === 'respected' ? 'its point of interest' : 'its centre';
  return `The picture is cut around ${around} to the shape of ${box} and never enlarged.`;
}

function fileSentences(contract: OutputContract): string[] {
  const { compression, max_bytes, min_width } = contract;
  const type = contract.media_type.replace('image/', '').toUpperCase().replace('WEBP', 'WebP');
  const coding =
    compression.lossless || (type === 'PNG' && !compression.palette)
      ? 'without loss'
      : type === 'PNG'
        ? 'with at most 256 colours'
        : compression.quality === undefined
          ? 'at the usual quality'
          : `at quality ${compression.quality}`;
  const file = `The file is a ${type} ${coding}.`;
  if (max_bytes === undefined) return [file];
  const shrink = min_width === undefined ? '' : `, if need be down to ${min_width} px wide`;
  return [
    file,
    `It is never larger than ${max_bytes.toLocaleString('en')} bytes: quality gives way first${shrink}.`,
  ];
}

function alphaSentence({ alpha, background }: OutputContract): string {
  if (alpha === 'forbidden') return `What is transparent stands on ${background ?? '#ffffff'}.`;
  return alpha === 'required' ? 'The picture must be transparent.' : 'Transparency is kept.';
}

function metadataSentences({ metadata }: OutputContract): string[] {
  if (metadata === 'strip') return ['No metadata of the master is kept.'];
  const rights = 'Of the metadata, only creator, rights and credit line are kept.';
  return metadata === 'copyright'
    ? [rights]
    : [rights, 'The file carries its own name, so that it can be traced.'];
}

function percent(fraction: number): string {
  return `${Math.round(fraction * 1000) / 10} %`;
}
