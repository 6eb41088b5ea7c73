import type { OutputContract } from '#lib/policy/output-contract.ts';
import { type MarkSource, prepareMark } from '../mark/draw-mark.ts';
import { markPlaces } from '../mark/mark-places.ts';
import { stamp } from '../mark/stamp.ts';
import type { Sheet } from '../picture.ts';
import { RenderRefused } from '../render-protocol.ts';
import { toProfile } from './colour.ts';

/**
 * Draws the mark onto the upright, resized picture, in place; its lengths are relative to that picture, never to
 * the padding. Returns a remark where the mark is not as large as the rule says. Throws `RenderRefused` where the
 * rule allows no file without the mark, and where the mark cannot be drawn.
 */
export async function watermark(
  sheet: Sheet,
  contract: OutputContract,
  source: MarkSource,
): Promise<string | undefined> {
  const rule = contract.watermark;
  if (rule.kind === 'none') return undefined;
  const prepared = await prepareMark(rule, sheet.placed, source);
  if (prepared.outcome === 'refused')
    throw new RenderRefused(
      'contract_unmet',
      `The mark of the format “${contract.format}” does not fit on this photo at ${rule.min_px} px, and its rule then allows no file.`,
    );
  if (prepared.outcome === 'hidden')
    return `The picture is too small for the mark at ${rule.min_px} px, so by its rule the mark is left out.`;
  const { mark, halo, unturned } = prepared;
  const coloured = await toProfile(mark, sheet.profile);
  const core = { width: mark.width - 2 * halo.x, height: mark.height - 2 * halo.y };
  for (const { left, top } of markPlaces(rule, core, unturned, sheet.placed))
    stamp(sheet, coloured, { left: left - halo.x, top: top - halo.y });
  return prepared.outcome === 'smaller'
    ? `The picture is too small for the mark at ${rule.min_px} px, so by its rule the mark is drawn smaller.`
    : undefined;
}
