import { spawn } from 'node:child_process';

/**
 * `npm run torture -- --minutes N`: the whole product under load while its processes are killed, its database crashes
 * and its store fails; then everything that clients were told is held against what stands.
 */
const args = ['--disable-warning=ExperimentalWarning', 'test/torture/main.ts', ...process.argv.slice(2)];
const child = spawn(process.execPath, args, { stdio: 'inherit' });
if (process.connected) process.on('disconnect', () => child.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
