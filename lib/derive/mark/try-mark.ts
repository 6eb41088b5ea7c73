import type { MarkTrial } from '#lib/policy/mark-trial.ts';
import { RenderRefused } from '../render-protocol.ts';
import { prepareMark } from './draw-mark.ts';

/**
 * Draws a mark as the renderer will, on the largest picture of its contract. Throws `RenderRefused` where it cannot
 * be drawn, leaves nothing to see, or would be missing from every picture.
 */
export async function tryMark({ rule, picture, markPath, maxPixels }: MarkTrial): Promise<void> {
  const prepared = await prepareMark(rule, picture, { path: markPath, maxPixels });
  if (!('mark' in prepared))
    throw new RenderRefused(
      'contract_unmet',
      `At ${rule.min_px} px the mark fits on no picture of this format. Choose a smaller least size, or let the mark be drawn smaller.`,
    );
  const { pixels } = prepared.mark;
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 0) return;
  throw new RenderRefused(
    'contract_unmet',
    'The mark has nothing that can be seen. Choose another text or image.',
  );
}
