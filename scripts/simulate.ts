import { spawn } from 'node:child_process';

/**
 * `npm run simulate -- --seeds N`: the job table, the inbox, the outbox and publishing under a scheduler that a seed
 * draws, on a PostgreSQL of its own. `--seed S` prints every step of one.
 */
const args = ['--disable-warning=ExperimentalWarning', 'test/simulation/main.ts', ...process.argv.slice(2)];
const child = spawn(process.execPath, args, { stdio: 'inherit' });
if (process.connected) process.on('disconnect', () => child.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
