import { backdropRemover } from './cutout-parameters.ts';
import { type CutFacts, CutRefused, type CutRequest } from './cutout-protocol.ts';
import { featherAlpha } from './feather-alpha.ts';
import { findMatte } from './find-matte.ts';
import { refineEdges } from './matte/refine-edges.ts';
import { openMaster } from './open-master.ts';
import { writeCutout } from './write-cutout.ts';

/** Below this part of a picture there is no thing left; above that nothing was taken away. */
const leastKept = 0.0005;
const mostKept = 0.9995;

/**
 * Cuts the thing out of a photo: the master upright, a matte worked out on a small copy, edges at full size, a file with
 * alpha. Throws `CutRefused` where that gives nothing that anybody wants. Only in a child that can be killed.
 */
export async function makeCutout(request: CutRequest): Promise<CutFacts> {
  const { parameters } = request;
  const lap = stopwatch();
  const { picture, scale, profile } = await openMaster(request);
  const decode_ms = lap();
  const feather = parameters.feather_px * scale;
  const rough = await findMatte(picture, { ...request, feather });
  refineEdges(picture, rough);
  await featherAlpha(picture, feather);
  const kept_part = keptPart(picture.data);
  const matte_ms = lap();
  refuseUseless(kept_part, parameters.remover);
  const file = await writeCutout(picture, { ...request, profile });
  const { width, height } = picture;
  const peak_mb = Math.round(process.resourceUsage().maxRSS / 1024);
  return { ...file, width, height, kept_part, cost: { decode_ms, matte_ms, encode_ms: lap(), peak_mb } };
}

function keptPart(rgba: Uint8Array): number {
  let kept = 0;
  for (let at = 3; at < rgba.length; at += 4) if ((rgba[at] as number) >= 128) kept += 1;
  return kept / (rgba.length / 4);
}

function refuseUseless(keptPart: number, remover: string): void {
  const isBuiltIn = remover === backdropRemover;
  if (keptPart < leastKept)
    throw new CutRefused(
      'contract_unmet',
      isBuiltIn
        ? 'With this tolerance everything is taken for backdrop, and nothing stays. Lower the tolerance.'
        : 'The remover found nothing to keep. Try another remover.',
    );
  if (keptPart > mostKept)
    throw new CutRefused(
      'contract_unmet',
      isBuiltIn
        ? 'No backdrop was found that reaches the border, so nothing was taken away. Raise the tolerance, or try another photo.'
        : 'The remover took nothing away. Try another remover.',
    );
}

/** Milliseconds since the last call. */
function stopwatch(): () => number {
  let before = performance.now();
  return () => {
    const since = Math.round(performance.now() - before);
    before = performance.now();
    return since;
  };
}
