import { spawn } from 'node:child_process';

/** Runs an engine and takes it along when whoever asked for it is gone, even by kill -9. */
const [program = '', ...rest] = process.argv.slice(2);
const child = spawn(program, rest, { stdio: ['ignore', 'inherit', 'inherit'] });
child.once('error', () => process.exit(127));
child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
process.once('disconnect', () => child.kill('SIGKILL'));
process.once('SIGTERM', () => child.kill('SIGTERM'));
process.on('message', (message) => {
  if (message === 'kill') child.kill('SIGKILL');
});
