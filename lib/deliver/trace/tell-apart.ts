import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type TracedFileRow, unsafeListTracedFiles } from '#db/queries/traces.ts';
import { derivativeName } from '#lib/policy/derivative-job.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import { canonicalJson } from '#lib/policy/source-hash.ts';
import type { Services } from '#lib/services.ts';
import type { FoundCopy } from './trace-copy.ts';
import { askTracer } from './tracer.ts';

/** Files of one look: the same mark in the same place on the same part of the photo, whatever their size. */
interface Look {
  files: TracedFileRow[];
  /** The file of this look that is nearest in size to the copy. */
  shown: TracedFileRow;
}

const mostFiles = 200;
const mostLooks = 12;
/** From this share on the look was nearly always the right one: see docs/trace.md. */
const clearly = 0.75;

export interface ToldApart {
  row: TracedFileRow | undefined;
  others: string[];
  notes: string[];
}

/** Which published file of a master a copy was most likely made from, or only which look it has. */
export async function tellApart(
  services: Services,
  found: FoundCopy,
  master_sha256: string,
): Promise<ToldApart> {
  const rows = await unsafeListTracedFiles(services.db, { master_sha256 }, mostFiles);
  const looks = groupLooks(rows, found);
  if (looks.length === 0)
    return {
      row: undefined,
      others: [],
      notes: ['No file of this photo was published, so it comes from the original.'],
    };
  const look = looks.length === 1 ? looks[0] : await nearestLook(services, found, looks);
  if (!look) return undecided(rows, 'Which of the published files it comes from cannot be seen.');
  return chooseFile(look, found);
}

function groupLooks(rows: readonly TracedFileRow[], { copy }: FoundCopy): Look[] {
  const groups = Map.groupBy(rows, (row) => {
    const { watermark, fit, background } = (row.manifest as { contract: OutputContract }).contract;
    return canonicalJson({ watermark, fit, background, source: row.source_hash });
  });
  const apart = (row: TracedFileRow) => Math.abs(Math.log(row.width / copy.width));
  return [...groups.values()].slice(0, mostLooks).map((files) => ({
    files,
    shown: files.reduce((best, next) => (apart(next) < apart(best) ? next : best)),
  }));
}

async function nearestLook(services: Services, found: FoundCopy, looks: Look[]): Promise<Look | undefined> {
  const { store, env } = services;
  const folder = await mkdtemp(path.join(path.dirname(found.path), 'looks-'));
  try {
    const files: string[] = [];
    for (const [at, { shown }] of looks.entries()) {
      const file = path.join(folder, String(at));
      const object = await store.get(shown.object_key);
      if (object.state === 'found')
        await pipeline(object.body, createWriteStream(file, { mode: 0o600 }), { signal: found.signal });
      files.push(file);
    }
    const request = {
      do: 'compare',
      path: found.path,
      files,
      maxPixels: env.MAX_MEGAPIXELS * 1_000_000,
    } as const;
    const shares = await askTracer(env, request, found.signal);
    return looks.find((_, at) => (shares[at] ?? 0) >= clearly);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of the files of one look, the one whose size and type the copy has; else only whose they are. */
function chooseFile({ files }: Look, { copy }: FoundCopy): ToldApart {
  const fitting = files.filter(({ width, height }) => width === copy.width && height === copy.height);
  const typed = fitting.filter(({ media_type }) => media_type === `image/${copy.format}`);
  const narrowed = typed.length > 0 ? typed : fitting.length > 0 ? fitting : files;
  const audiences = new Set(narrowed.map(({ audience }) => audience));
  const [row] = narrowed;
  if (audiences.size > 1 || !row)
    return undecided(
      narrowed,
      `Its look is that of files of ${inWords([...new Set(narrowed.map((each) => each.audience_name))])}, which cannot be told apart.`,
    );
  const why =
    narrowed.length === files.length
      ? `Only files of ${row.audience_name} look like this.`
      : `Of the files that look like this, ${narrowed.length === 1 ? 'this one has' : 'these have'} the same ${typed.length > 0 ? 'size and type' : 'size'}.`;
  return { row, others: narrowed.slice(1).map(derivativeName), notes: [why] };
}

function undecided(rows: readonly TracedFileRow[], note: string): ToldApart {
  return { row: undefined, others: rows.slice(0, 20).map(derivativeName), notes: [note] };
}

function inWords(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
