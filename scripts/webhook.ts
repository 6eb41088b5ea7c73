import { parseArgs } from 'node:util';
import { listWebhookAttempts, listWebhookRows } from '#db/queries/webhooks.ts';
import { webhookSecretOverlapHours } from '#lib/env.ts';
import { disableWebhook, enableWebhook, rotateWebhookSecret } from '#lib/webhooks/change-webhook.ts';
import { createWebhook } from '#lib/webhooks/create-webhook.ts';
import { createWebhookSchema } from '#lib/webhooks/webhook-schemas.ts';
import {
  consoleCaller,
  Help,
  projectRoot,
  readAuthSecret,
  runCommand,
  say,
  withDatabase,
} from './console.ts';
import { parseWith } from './parse-with.ts';

const usage = `Usage: npm run webhook -- <what> [options]
  add --url <https://…> [--events AssetReady,DerivativePublished] [--description <text>]
                      prints the signing secret on stdout, once
  list                each webhook and how its last attempt ended
  log --id <id>       its last attempts, newest first
  disable --id <id> [--reason <text>]
  enable --id <id>
  rotate --id <id>    prints a new signing secret on stdout, once; the old one signs too for a day
                      (WEBHOOK_SECRET_OVERLAP_HOURS), or not at all with --at-once
`;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      id: { type: 'string' },
      url: { type: 'string' },
      events: { type: 'string' },
      description: { type: 'string' },
      'at-once': { type: 'boolean', default: false },
      reason: { type: 'string', default: 'Switched off at the console.' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [what] = positionals;
  if (values.help) throw new Help(usage);
  if (!what) throw new Error(usage);
  const needId = () => values.id ?? fail('Name the webhook with --id; npm run webhook -- list has them.');
  await withDatabase(async (db) => {
    switch (what) {
      case 'add': {
        const input = parseWith(createWebhookSchema, {
          url: values.url ?? fail('Give the address to call with --url.'),
          description: values.description,
          event_types: values.events?.split(',').map((name) => name.trim()),
        });
        const env = { AUTH_SECRET: readAuthSecret(projectRoot) };
        const { id, secret } = await createWebhook({ db, env }, consoleCaller, input);
        say(
          `Made ${id}: it is told of ${input.event_types.join(', ')}. Its signing secret, shown this once:`,
        );
        process.stdout.write(`${secret}\n`);
        return;
      }
      case 'rotate': {
        const env = { AUTH_SECRET: readAuthSecret(projectRoot) };
        const overlapHours = values['at-once']
          ? 0
          : webhookSecretOverlapHours.parse(process.env.WEBHOOK_SECRET_OVERLAP_HOURS || undefined);
        const { secret } = await rotateWebhookSecret({ db, env }, consoleCaller, {
          id: needId(),
          overlapHours,
        });
        process.stdout.write(`${secret}\n`);
        return;
      }
      case 'disable':
        await disableWebhook({ db }, consoleCaller, { id: needId(), reason: values.reason });
        return say('Switched off.');
      case 'enable':
        await enableWebhook({ db }, consoleCaller, { id: needId() });
        return say('Switched on.');
      case 'list':
        return print(await listWebhookRows(db));
      case 'log':
        return print(await listWebhookAttempts(db, { webhookId: needId(), limit: 50 }));
      default:
        throw new Error(usage);
    }
  });
});

/** A line of JSON a row, for people with a wide terminal and for jq. */
function print(rows: readonly object[]): void {
  for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
  if (rows.length === 0) say('There is nothing to list.');
}

function fail(sentence: string): never {
  throw new Error(sentence);
}
