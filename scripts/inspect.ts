import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { InspectionRow } from '#db/queries/inspections.ts';
import { formatPlural } from '#lib/format.ts';
import { getInspection, readFindings } from '#lib/repair/read-inspection.ts';
import { startInspection } from '#lib/repair/start-inspection.ts';
import { consoleCaller, Help, runCommand, say, withDatabase } from './console.ts';
import { followRun } from './follow-run.ts';
import { parseWith } from './parse-with.ts';

const usage = `Usage: npm run inspect -- [--audience <slug> [--version <number>]] [--all-bytes] [--requeue]
Holds published files against the store and prints what is wrong, an object a line. Without an audience: all.
  --all-bytes  reads every file; without it every one of a few, and a sample of many
  --requeue    has exactly the files that are wrong made anew
A worker does it, and goes on if this command ends. Exit code 2: something is wrong.
`;

const options = z.object({
  audience: z.string().optional(),
  version: z.coerce.number('--version takes a number.').int().min(1).optional(),
});

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      audience: { type: 'string' },
      version: { type: 'string' },
      'all-bytes': { type: 'boolean' },
      requeue: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const { audience, version } = parseWith(options, values);
  if (values.help) throw new Help(usage);
  if (version !== undefined && audience === undefined)
    throw new Error('--version is of an audience: give --audience with it.');
  const allBytes = values['all-bytes'] ?? false;
  await withDatabase(async (db) => {
    const wanted = { audience, policyVersion: version, allBytes, requeues: values.requeue ?? false };
    const { id } = await startInspection({ db }, consoleCaller, wanted);
    await followRun(db, () => getInspection({ db }, consoleCaller, id), progressOf);
    let found = 0;
    for await (const { kind, object_key, expected, found: met } of readFindings({ db }, consoleCaller, id)) {
      found += 1;
      process.stdout.write(`${kind} ${object_key}: expected ${expected}, found ${met}\n`);
    }
    say(found === 0 ? 'Nothing is wrong.' : `${formatPlural(found, 'object is', 'objects are')} wrong.`);
    if (found > 0) process.exitCode = 2;
  });
});

function progressOf(inspection: InspectionRow): string {
  const { rows_checked, rows_expected, files_read, objects_checked } = inspection;
  return `${rows_checked} of ${rows_expected} files, ${files_read} read; ${objects_checked} objects`;
}
