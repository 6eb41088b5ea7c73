import { spawn } from 'node:child_process';
import { describe, expect, inject, it } from 'vitest';
import { plants } from './plants.ts';

/** As `npm run simulate` does it, on this run's PostgreSQL. */
function simulate(...options: string[]): Promise<{ code: number | null; output: string }> {
  const args = ['--disable-warning=ExperimentalWarning', 'test/simulation/main.ts', ...options];
  const child = spawn(process.execPath, [...args, '--postgres', inject('postgresUrl')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

/** The rarest of them needs about fifty. */
const enough = '250';

describe('jobs, inbox, outbox and publishing under a seeded scheduler', { timeout: 180_000 }, () => {
  it('keep every rule, whatever is killed, late, lost, cut or delivered twice', async () => {
    const { code, output } = await simulate('--seeds', '120');
    expect(output).toMatch(/^120 seeds, .* 0 deadlocks, 0 broken/m);
    expect(code).toBe(0);
  });

  it('take the same steps again from the same seed', async () => {
    const { code, output } = await simulate('--twice', '--from', '500', '--seeds', '20');
    expect(output).toContain('20 seeds ran twice, 0 of them in two ways');
    expect(code).toBe(0);
  });

  it('print every step of one seed', async () => {
    const { code, output } = await simulate('--seed', '7');
    expect(output).toMatch(/ worker 1: claim jobs/);
    expect(output).toMatch(/seed 7: every rule held in \d+ steps/);
    expect(code).toBe(0);
  });
});

describe('a fault that is put in is found', { timeout: 180_000 }, () => {
  it.each(Object.entries(plants).map(([name, { about }]) => ({ name, about })))(
    '$name: $about',
    async ({ name }) => {
      const { code, output } = await simulate('--plant', name, '--seeds', enough);
      expect(output).toMatch(/seed \d+ broke these rules in step \d+:/);
      expect(code).toBe(1);
    },
  );
});
