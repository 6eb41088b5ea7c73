import type { CutoutParameters } from '#lib/cutout/cutout-parameters.ts';

export interface CutoutPicture {
  /** An object URL. */
  url: string;
  /** Of all pixels, so many stay. */
  keptPart: number;
}

export class CutoutRefused extends Error {}

const patience = 4;

/** What the background's removal would give, at reduced size. */
export async function fetchCutout(
  assetId: string,
  settings: CutoutParameters,
  signal: AbortSignal,
): Promise<CutoutPicture> {
  for (let left = patience; ; left -= 1) {
    const response = await fetch(`/api/assets/${assetId}/cutouts/previews`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(settings),
      signal,
    });
    if (response.ok) {
      const keptPart = Number(response.headers.get('x-picture-kept'));
      return { url: URL.createObjectURL(await response.blob()), keptPart };
    }
    const busy = response.status === 503 || response.status === 429;
    if (!busy || left === 0) throw new CutoutRefused(await reasonOf(response));
    const seconds = Number(response.headers.get('retry-after')) || 3;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

async function reasonOf(response: Response): Promise<string> {
  const problem = (await response.json().catch(() => ({}))) as { detail?: string };
  return problem.detail ?? 'This preview could not be made. Try again.';
}
