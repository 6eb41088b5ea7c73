import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { drainJobs } from '#lib/jobs/drain-jobs.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { derivePortal, handlers, jobFor, listKeys, rowsOf } from '#test/derive-portal.ts';
import { expireLease, findJobRow } from '#test/job-table.ts';
import { noisy } from '#test/pictures.ts';

const { services, addPhoto } = await derivePortal();
const { db, env } = services;

/** A worker process of its own, on the same database and store; resolves with the signal that ended it. */
function runWorkerThatDies(moment: string): Promise<NodeJS.Signals | null> {
  const settings = Object.entries(env).filter(([name]) => name !== 'projectRoot');
  const environment = Object.fromEntries(settings.map(([name, value]) => [name, String(value)]));
  const worker = spawn(process.execPath, ['test/processes/derive-worker-that-dies.ts', moment], {
    env: { ...process.env, ...environment } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve) => worker.once('exit', (_code, signal) => resolve(signal)));
}

describe('a worker that is killed between verifying and publishing', () => {
  it.each(['before-write', 'after-write'])(
    '(%s) leaves nothing visible, and the retry publishes exactly one',
    async (moment) => {
      const photo = await noisy(200, moment === 'before-write' ? 100 : 101)
        .png()
        .toBuffer()
        .then(addPhoto);
      const { id } = await enqueueJob(db, jobFor(photo, 'partner', 'thumb'));
      expect(await runWorkerThatDies(moment)).toBe('SIGKILL');
      const leased = await findJobRow(db, id);
      expect(leased?.lease_until).not.toBeNull();
      expect(await rowsOf(services, photo)).toEqual([]);

      await expireLease(db, id);
      expect(await drainJobs(services, handlers, { budgetMs: 20_000, random: () => 0 })).toMatchObject({
        retried: 1,
        done: 1,
        dead: 0,
      });
      const rows = await rowsOf(services, photo);
      expect(rows).toHaveLength(1);
      expect(rows[0]?.fence).toBeGreaterThan(leased?.fence ?? 0);
      const events = await db
        .selectFrom('outbox_events')
        .selectAll()
        .where('key', '=', photo.sha256)
        .execute();
      expect(events).toHaveLength(1);
      const keys = await listKeys(services, `derivatives/${photo.sha256}/`);
      expect(keys).toContain(rows[0]?.object_key);
      expect(keys).toContain(rows[0]?.manifest_key);
      // What the killed worker wrote is an orphan under its own fence, which no row names.
      expect(keys).toHaveLength(moment === 'after-write' ? 4 : 2);
    },
  );
});
