import { execFile } from 'node:child_process';

/** Runs a command of `scripts/` and answers what it printed; its refusal is an error with what it said. */
export function runCommand(script: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const all = ['--disable-warning=ExperimentalWarning', `scripts/${script}.ts`, ...args];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, all, { env }, (error, stdout, stderr) => {
      if (error) reject(new Error(`scripts/${script}.ts failed: ${stderr || error.message}`));
      else resolve(stdout);
    });
  });
}
