import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { jobTable } from '#test/job-table.ts';
import { type Duty, runDueDuties } from './run-duties.ts';

const { db, services } = await jobTable();
const { signal } = new AbortController();

function counted(name: string): { duty: Duty; runs: () => number } {
  let runs = 0;
  const duty = {
    name,
    everyMs: 60_000,
    run: async () => {
      runs += 1;
    },
  };
  return { duty, runs: () => runs };
}

describe('duties', () => {
  it('run once a period, however many workers ask', async () => {
    const { duty, runs } = counted('sweeping');
    await Promise.all(Array.from({ length: 8 }, () => runDueDuties(services, [duty], signal)));
    expect(runs()).toBe(1);
    await sql`update duties set ran_at = clock_timestamp() - interval '61 seconds'`.execute(db);
    await Promise.all(Array.from({ length: 8 }, () => runDueDuties(services, [duty], signal)));
    expect(runs()).toBe(2);
  });

  it('go on after one that fails', async () => {
    const failing: Duty = { name: 'failing', everyMs: 1, run: () => Promise.reject(new Error('no')) };
    const { duty, runs } = counted('next');
    await runDueDuties(services, [failing, duty], signal);
    expect(runs()).toBe(1);
  });

  it('take no turn once they are told to end, and are told so while they run', async () => {
    const controller = new AbortController();
    const ending: Duty = {
      name: 'ending',
      everyMs: 1,
      run: async (_services, signal) => {
        controller.abort();
        expect(signal.aborted).toBe(true);
      },
    };
    const { duty, runs } = counted('never');
    await runDueDuties(services, [ending, duty], controller.signal);
    expect(runs()).toBe(0);
    await runDueDuties(services, [duty], signal);
    expect(runs()).toBe(1);
  });
});
