import { randomBytes } from 'node:crypto';
import os from 'node:os';
import type { Services } from '#lib/services.ts';
import { every } from './every.ts';
import { beat, signOff } from './heartbeat.ts';

/** Lists a process among those that are alive until it is stopped, for kinds that work on no jobs. */
export function startSignOfLife(
  { db, log }: Pick<Services, 'db' | 'log'>,
  kind: string,
  everyMs = 5000,
): { id: string; stop(): Promise<void> } {
  const id = `${os.hostname()}/${process.pid}/${randomBytes(4).toString('hex')}`;
  const beats = every(
    everyMs,
    () => beat(db, { id, kind }),
    (error) => log.warn({ error: String(error) }, 'no sign of life could be given'),
  );
  return {
    id,
    async stop() {
      await beats.stop();
      await signOff(db, id).catch((error: unknown) =>
        log.warn({ error: String(error) }, 'the process could not sign off'),
      );
    },
  };
}
