import {
  type TracedFileRow,
  unsafeFindTracedMaster,
  unsafeListTracedFiles,
  unsafeListTracedPhotos,
} from '#db/queries/traces.ts';
import { parseTraceKey } from '#lib/policy/trace-key.ts';
import type { Services } from '#lib/services.ts';
import type { TraceAnswer } from './answer.ts';
import { answerFile, answerMaster, answerUnknown } from './build-answer.ts';
import { byKey, bySight, margin, nearestOnly, probable } from './certainty.ts';
import { describePhoto } from './describe-photo.ts';
import { findSimilar, type SimilarMaster } from './find-similar.ts';
import { tellApart } from './tell-apart.ts';
import type { CopyFacts } from './trace-protocol.ts';

export interface FoundCopy {
  /** In the spool. */
  path: string;
  copy: CopyFacts;
  signal: AbortSignal;
}

/** A picture whose bytes nobody here knows. What it says of itself counts only where it shows that, too. */
export async function traceCopy(services: Services, found: FoundCopy): Promise<TraceAnswer> {
  const claim = await readClaim(services, found.copy.traceKey);
  const similar = await findSimilar(services, found.copy, claim.row?.master_sha256, found.signal);
  if (claim.row) {
    const { master_sha256 } = claim.row;
    const likeness = similar.find((each) => each.master_sha256 === master_sha256)?.likeness ?? 0;
    if (likeness >= probable) return answerFile(services, [claim.row], { certainty: byKey(likeness) });
    claim.notes.push(
      `The file says it is ${found.copy.traceKey}, but it does not show that photo: somebody may have written that into it.`,
    );
  }
  const answer = await answerSimilar(services, found, similar);
  return { ...answer, notes: [...claim.notes, ...answer.notes] };
}

async function readClaim(
  { db }: Services,
  traceKey: string | undefined,
): Promise<{ row: TracedFileRow | undefined; notes: string[] }> {
  if (traceKey === undefined) return { row: undefined, notes: [] };
  const claim = parseTraceKey(traceKey);
  if (claim?.kind === 'preview') {
    const { audience, format } = claim.name;
    const note = `The file says it is a preview of the format “${format}” for ${audience}, which staff made. Previews are published to nobody.`;
    return { row: undefined, notes: [note] };
  }
  const [row] = claim ? await unsafeListTracedFiles(db, { name: claim.name }) : [];
  const note = `The file says it is ${traceKey}, but no such file was ever published: somebody wrote that into it.`;
  return { row, notes: row ? [] : [note] };
}

async function answerSimilar(
  services: Services,
  found: FoundCopy,
  similar: readonly SimilarMaster[],
): Promise<TraceAnswer> {
  const [first, second] = similar;
  if (!first || first.likeness < probable) {
    const nearest = nearestOnly(first?.likeness ?? 0);
    return answerUnknown('This is none of our pictures, as far as can be seen.', {
      certainty: nearest,
      alternatives: await listPhotos(
        services,
        similar.slice(0, 1).filter(({ likeness }) => likeness > 0),
      ),
    });
  }
  const master = await unsafeFindTracedMaster(services.db, first.master_sha256);
  if (!master) return answerUnknown('The photo that this looks like was removed a moment ago.');
  const rivals = similar.slice(1).filter(({ likeness }) => likeness >= first.likeness - margin);
  const alternatives = await listPhotos(services, rivals);
  const certainty = bySight(first.likeness, second?.likeness ?? 0);
  const told = await tellApart(services, found, master.sha256);
  const extra = { certainty, alternatives, notes: told.notes, other_files: told.others };
  return told.row ? answerFile(services, [told.row], extra) : answerMaster(services, master, extra);
}

async function listPhotos(
  { db, env }: Services,
  masters: readonly SimilarMaster[],
): Promise<TraceAnswer['alternatives']> {
  const listed: TraceAnswer['alternatives'] = [];
  for (const { master_sha256, likeness } of masters) {
    const [row] = await unsafeListTracedPhotos(db, { master_sha256 });
    if (row) listed.push({ likeness: rounded(likeness), photo: describePhoto(row, env.PORTAL_TIME_ZONE) });
  }
  return listed;
}

function rounded(likeness: number): number {
  return Math.round(likeness * 1000) / 1000;
}
