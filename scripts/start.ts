import path from 'node:path';
import { demoAccounts, demoPassword } from '#lib/auth/demo-accounts.ts';
import { parseEnv } from '#lib/env.ts';
import { claimDataDir } from '#local/data-dir.ts';
import { startEmbedded } from '#local/embedded.ts';
import { chooseMode, embeddedProblems } from '#local/embedded-settings.ts';
import { logFile } from '#local/log-file.ts';
import { Supervisor } from '#local/supervisor.ts';
import { acceptStore } from './accept-store.ts';
import { ensureBuild } from './ensure-build.ts';
import { removeInstance, writeInstance } from './find-instance.ts';
import { loadEnvFile } from './load-settings.ts';
import { prepareDatabase } from './prepare-database.ts';
import { runSeedPhotos } from './run-seed-photos.ts';
import * as terminal from './terminal.ts';

/**
 * `npm start`: everything from nothing. Without outside settings it runs PostgreSQL and the object store too; with
 * them only the web server and a worker.
 */
const projectRoot = process.cwd();
const startedAt = performance.now();
/** What stops, in the order it stops: whoever writes before what is written to. */
const stops: (() => Promise<void>)[] = [];
let stopping: Promise<void> | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopAll(0));
if (process.connected) process.on('disconnect', () => void stopAll(1));

try {
  loadEnvFile(projectRoot);
  const mode = chooseMode(process.env);
  const problems = typeof mode === 'object' ? mode.problems : [];
  if (mode === 'embedded') problems.push(...embeddedProblems(process.env));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  terminal.title('Blazon');
  await (mode === 'embedded' ? startEverything() : startPortal());
} catch (error) {
  if (!stopping) {
    terminal.endProgress();
    terminal.failed(error instanceof Error ? error.message : String(error));
    await stopAll(1);
  }
}

async function startEverything(): Promise<void> {
  const dataDir = path.resolve(projectRoot, process.env.DATA_DIR ?? '.data');
  claimDataDir(dataDir);
  const building = startBuild(dataDir);
  const embedded = await startEmbedded({ projectRoot, dataDir, source: process.env });
  stops.push(() => embedded.postgres.stop());
  terminal.done('PostgreSQL', `127.0.0.1:${embedded.ports.postgres}`);
  const supervisor = new Supervisor({ projectRoot, dataDir });
  stops.unshift(() => supervisor.stop(['web', 'bridge', 'worker', 'store']));
  await supervisor.start(embedded.store);
  terminal.done('Object store', `127.0.0.1:${embedded.ports.store}`);
  const settings = { ...process.env, ...embedded.settings };
  terminal.done(
    'Database',
    await prepareDatabase(projectRoot, { url: settings.DATABASE_URL ?? '', demo: true }),
  );
  await building;
  await embedded.releaseWebPort();
  await startPortalProcesses(supervisor, settings);
  writeInstance(
    projectRoot,
    { database_url: embedded.settings.DATABASE_URL ?? '', web_url: embedded.settings.PORTAL_URL ?? '' },
    dataDir,
  );
  stops.unshift(async () => removeInstance(projectRoot, dataDir));
  printWelcome(embedded.settings.PORTAL_URL ?? '', dataDir, embedded.postgresFolder);
  await runSeedPhotos(projectRoot, settings, (stop) => stops.unshift(stop));
}

/** With outside parts: nothing embedded runs, nothing is seeded but the audiences. */
async function startPortal(): Promise<void> {
  const settings: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production' };
  const parsed = parseEnv(settings);
  const dataDir = path.resolve(projectRoot, parsed.DATA_DIR);
  for (const sentence of await acceptStore(parsed)) terminal.warn(sentence);
  terminal.done('Object store', parsed.S3_ENDPOINT);
  await startBuild(dataDir);
  terminal.done('Database', await prepareDatabase(projectRoot, { url: parsed.DATABASE_URL, demo: false }));
  const supervisor = new Supervisor({ projectRoot, dataDir });
  stops.unshift(() => supervisor.stop(['web', 'bridge', 'worker']));
  await startPortalProcesses(supervisor, settings);
  terminal.address(parsed.PORTAL_URL);
}

async function startBuild(dataDir: string): Promise<void> {
  const since = performance.now();
  const built = await ensureBuild(projectRoot, logFile(dataDir, 'build'), () =>
    terminal.begun('Build', 'under way, a minute or two; later starts go without'),
  );
  terminal.done('Build', built ? seconds(since) : 'up to date');
}

async function startPortalProcesses(supervisor: Supervisor, settings: NodeJS.ProcessEnv): Promise<void> {
  if (settings.SQS_QUEUE_URL) {
    await supervisor.start({ name: 'bridge', entry: 'scripts/bridge.ts', env: settings });
    terminal.done('Bridge', settings.SQS_QUEUE_URL);
  }
  await Promise.all([
    supervisor.start({ name: 'web', entry: 'scripts/web.ts', env: settings }),
    supervisor.start({ name: 'worker', entry: 'scripts/worker.ts', env: settings }),
  ]);
  terminal.done('Web and worker', `ready after ${seconds(startedAt)}`);
}

function seconds(since: number): string {
  return terminal.seconds(since);
}

function printWelcome(url: string, dataDir: string, postgresFolder: string): void {
  terminal.address(url);
  for (const { email, does } of demoAccounts) terminal.line(`${email.padEnd(24)}${terminal.dim(does)}`);
  terminal.line(`${'password for each'.padEnd(24)}${terminal.bold(demoPassword)}`);
  terminal.line();
  const shown = `${path.relative(projectRoot, dataDir) || '.'}/`;
  const apart = path.relative(dataDir, postgresFolder).startsWith('..');
  const place = apart ? `${shown}, the database in ${postgresFolder}/` : shown;
  terminal.line(terminal.dim(`Data and logs live in ${place}. Ctrl-C stops everything.`));
  terminal.line();
}

function stopAll(code: number): Promise<void> {
  stopping ??= (async () => {
    terminal.endProgress();
    if (stops.length > 0) terminal.line(terminal.dim('Stopping …'));
    for (const stop of stops) await stop().catch(() => {});
    process.exit(code);
  })();
  return stopping;
}
