import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readReconciliation } from '#lib/repair/read-reconciliation.ts';
import { startReconciliation } from '#lib/repair/start-reconciliation.ts';
import { consoleCaller, runCommand, say, withDatabase } from './console.ts';

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
  if (values.help) throw new Error(usage);
  await withDatabase(async (db) => {
    const dryRun = values['dry-run'] ?? false;
    const { id } = await startReconciliation({ db }, consoleCaller, {
      dryRun,
      allBytes: values.all ?? false,
    });
    let run = await readReconciliation({ db }, consoleCaller, id);
    while (!run.finished_at) {
      await wait(500);
      run = await readReconciliation({ db }, consoleCaller, id);
    }
    if (run.failure) throw new Error(`The reconciliation failed: ${run.failure}`);
    for (const { kind, act, subject, detail } of run.acts)
      process.stdout.write(`${act} ${kind} ${subject}: ${detail}\n`);
    say(`${run.acts.length} acts${dryRun ? ' would be done' : ''}.`);
  });
});
