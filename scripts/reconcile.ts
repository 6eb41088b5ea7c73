import { parseArgs } from 'node:util';
import type { ReconciliationRow } from '#db/queries/reconciliation.ts';
import { formatPlural } from '#lib/format.ts';
import { getReconciliation, readActs } from '#lib/repair/read-reconciliation.ts';
import { startReconciliation } from '#lib/repair/start-reconciliation.ts';
import { consoleCaller, Help, runCommand, say, withDatabase } from './console.ts';
import { followRun } from './follow-run.ts';

const usage = `Usage: npm run reconcile [-- --dry-run] [--all]
Brings rows and store together and prints each act, one a line. A worker does it, and goes on if this command ends.
  --dry-run  prints what it would do, and does nothing
  --all      reads every master and file, not a sample
`;

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      'dry-run': { type: 'boolean' },
      all: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) throw new Help(usage);
  await withDatabase(async (db) => {
    const dryRun = values['dry-run'] ?? false;
    const { id } = await startReconciliation({ db }, consoleCaller, {
      dryRun,
      allBytes: values.all ?? false,
    });
    await followRun(db, () => getReconciliation({ db }, consoleCaller, id), progressOf);
    let acts = 0;
    for await (const { kind, act, subject, detail } of readActs({ db }, consoleCaller, id)) {
      acts += 1;
      process.stdout.write(`${act} ${kind} ${subject}: ${detail}\n`);
    }
    say(`${formatPlural(acts, 'act')}${dryRun ? ' would be done' : ''}.`);
  });
});

function progressOf({ step, objects_checked, rows_checked }: ReconciliationRow): string {
  return `${step || 'Waiting'}: ${objects_checked} objects, ${rows_checked} rows`;
}
