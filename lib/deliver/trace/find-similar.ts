import { type NearPrint, unsafeListNearPrints, unsafeListPrintsOf } from '#db/queries/picture-prints.ts';
import { hashOfView, wholeView } from '#lib/picture/print.ts';
import type { Services } from '#lib/services.ts';
import { shortlist } from './rank-masters.ts';
import type { CopyFacts } from './trace-protocol.ts';
import { askTracer } from './tracer.ts';

export interface SimilarMaster {
  master_sha256: string;
  likeness: number;
}

/**
 * The masters that a copy looks most like, the likest first, each once. `claimed` is looked at whatever the hashes say,
 * since the file says that it comes from there.
 */
export async function findSimilar(
  { db, env }: Services,
  copy: CopyFacts,
  claimed: string | undefined,
  signal: AbortSignal | undefined,
): Promise<SimilarMaster[]> {
  const near: Pick<NearPrint, 'master_sha256' | 'shown' | 'print'>[] = [];
  for (const print of copy.prints)
    near.push(...(await unsafeListNearPrints(db, hashOfView(print, wholeView), shortlist)));
  if (claimed) near.push(...(await unsafeListPrintsOf(db, claimed)));
  const views = new Map(near.map((view) => [`${view.master_sha256} ${view.shown}`, view]));
  const different = [...views.values()];
  const masters = different.map(({ print }) => new Uint8Array(print));
  const ranked = await askTracer(env, { do: 'rank', prints: copy.prints, masters }, signal);
  const likest = new Map<string, number>();
  for (const { at, likeness } of ranked) {
    const { master_sha256 } = different[at] as (typeof near)[number];
    if (!likest.has(master_sha256)) likest.set(master_sha256, Math.max(0, likeness));
  }
  return [...likest].map(([master_sha256, likeness]) => ({ master_sha256, likeness }));
}
