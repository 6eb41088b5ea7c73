import { parseArgs } from 'node:util';
import { z } from 'zod';
import { countDeadLetters, unsafeListDeadLetters } from '#db/queries/dead-jobs.ts';
import { photoLimit } from '#lib/env.ts';
import { jobHandlers } from '#lib/job-handlers.ts';
import { deadFilter } from '#lib/jobs/dead-filter.ts';
import { dismissDead } from '#lib/jobs/dismiss-dead.ts';
import { requeueDead } from '#lib/jobs/requeue-dead.ts';
import type { DeadSettled } from '#lib/jobs/settle-dead.ts';
import { consoleCaller, Help, runCommand, say, withDatabase } from './console.ts';
import { parseWith } from './parse-with.ts';

const usage = `Usage: npm run dead -- <what> [filter]
  count               how many by queue and category
  list                each as a line of JSON with its whole message, newest first
  requeue             sends them back into their queues, with all attempts
  dismiss             takes them off the list; nothing is done again

Filter, each part optional for count and list; requeue and dismiss want at least one, or --all:
  --id <id>           of one job, once for each
  --queue <queue>     ingest, plan, derive, webhook, message …
  --category <category>
  --audience <slug>
  --older-than <age>  dead for longer than 30m, 2h, 7d
  --newer-than <age>
  --limit <count>     for list; 50 unless told
  --all
`;

const wrongLimit = '--limit takes a number of letters, from 1 to 10000.';
const limitSchema = z.coerce.number(wrongLimit).int(wrongLimit).min(1, wrongLimit).max(10_000, wrongLimit);

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      id: { type: 'string', multiple: true },
      queue: { type: 'string' },
      category: { type: 'string' },
      audience: { type: 'string' },
      'older-than': { type: 'string' },
      'newer-than': { type: 'string' },
      limit: { type: 'string', default: '50' },
      all: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [what] = positionals;
  if (values.help) throw new Help(usage);
  if (!what || positionals.length > 1) throw new Error(usage);
  const { id: ids, queue, category, audience } = values;
  const parts = {
    ids,
    queue,
    category,
    audience,
    older_than: values['older-than'],
    newer_than: values['newer-than'],
  };
  const filter = parseWith(deadFilter, parts);
  const limit = parseWith(limitSchema, values.limit);
  const isNarrowed = Object.values(parts).some((part) => part !== undefined);
  const requireChoice = () => {
    if (!isNarrowed && !values.all) throw new Error('Say which with a filter, or all of them with --all.');
  };
  await withDatabase(async (db) => {
    const countAll = async () =>
      (await countDeadLetters(db, filter)).reduce((sum, { letters }) => sum + letters, 0);
    switch (what) {
      case 'count':
        return print(await countDeadLetters(db, filter));
      case 'list':
        return print(await unsafeListDeadLetters(db, filter, limit));
      case 'requeue': {
        requireChoice();
        const services = { db, env: photoLimit(process.env) };
        return await untilDone('Requeued', await countAll(), () =>
          requeueDead(services, jobHandlers, consoleCaller, filter),
        );
      }
      case 'dismiss':
        requireChoice();
        return await untilDone('Dismissed', await countAll(), () =>
          dismissDead({ db }, consoleCaller, filter),
        );
      default:
        throw new Error(usage);
    }
  });
});

/** Goes on while any of them moves, and never past as many as there were: what dies again at once is not tried for ever. */
async function untilDone(verb: string, count: number, settle: () => Promise<DeadSettled>): Promise<void> {
  const refused = new Set<string>();
  let total = 0;
  for (let more = count > 0; more; ) {
    const answer = await settle();
    total += answer.settled;
    for (const sentence of answer.refused) refused.add(sentence);
    more = answer.more && answer.settled > 0 && total < count;
  }
  for (const sentence of refused) say(`Left: ${sentence}`);
  say(`${verb} ${total}.`);
}

function print(rows: readonly object[]): void {
  for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
  if (rows.length === 0) say('There are none.');
}
