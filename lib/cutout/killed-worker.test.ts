import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { cutoutPortal } from '#test/cutout-portal.ts';
import { listKeys } from '#test/derive-portal.ts';
import { expireLease, findJobRow } from '#test/job-table.ts';

const { services, addShot, ask, drain, versionsOf } = await cutoutPortal();
const { db, env } = services;

/** A worker process of its own, on the same database and store; resolves with the signal that ended it. */
function runWorkerThatDies(moment: string): Promise<NodeJS.Signals | null> {
  const settings = Object.entries(env).filter(([name]) => name !== 'projectRoot');
  const environment = Object.fromEntries(settings.map(([name, value]) => [name, String(value)]));
  const worker = spawn(process.execPath, ['test/processes/cutout-worker-that-dies.ts', moment], {
    env: { ...process.env, ...environment } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve) => worker.once('exit', (_code, signal) => resolve(signal)));
}

describe('a worker that is killed once a background is removed', () => {
  it.each(['before-write', 'after-write'])(
    '(%s) leaves no version, and the retry publishes exactly one',
    async (moment) => {
      const photo = await addShot();
      const answer = await ask(photo.assetId);
      const id = answer.state === 'queued' ? answer.job_id : '';
      const before = await listKeys(services, 'masters/');
      expect(await runWorkerThatDies(moment)).toBe('SIGKILL');
      expect((await findJobRow(db, id))?.lease_until).not.toBeNull();
      expect(await versionsOf(photo.assetId)).toHaveLength(1);
      const masters = () => db.selectFrom('masters').select('sha256').execute();
      const rowsBefore = await masters();
      const left = (await listKeys(services, 'masters/')).filter((key) => !before.includes(key));
      expect(left).toHaveLength(moment === 'after-write' ? 1 : 0);

      await expireLease(db, id);
      expect(await drain()).toMatchObject({ retried: 1, done: 1, dead: 0 });
      const [, cutout, ...more] = await versionsOf(photo.assetId);
      expect(cutout).toMatchObject({ number: 2, kind: 'cutout' });
      expect(more).toEqual([]);
      // The same cut-out is the same bytes: what the killed worker wrote is the master that is named now.
      const after = (await listKeys(services, 'masters/')).filter((key) => !before.includes(key));
      expect(after).toEqual([`masters/${cutout?.master_sha256}`]);
      expect(await masters()).toHaveLength(rowsBefore.length + 1);
      const made = await db
        .selectFrom('audit_log')
        .select('id')
        .where('subject_id', '=', photo.assetId)
        .where('action', '=', 'asset.cutout_made')
        .execute();
      expect(made).toHaveLength(1);
    },
  );
});
