import { listAudienceRows } from '#db/queries/audiences.ts';
import { countDeadLetters } from '#db/queries/dead-jobs.ts';
import { listQueueDepths, listSampleBins } from '#db/queries/queue-samples.ts';
import { listWorkers, type WorkerRow } from '#db/queries/workers.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import { runDueDuties } from '#lib/jobs/run-duties.ts';
import type { Services } from '#lib/services.ts';
import { type OperationsState, stateOf } from './operations-state.ts';
import { type AudienceHistory, historyOf } from './queue-history.ts';
import { samplingDuty } from './sample-queues.ts';

export interface AudienceQueue {
  /** Empty for what is done before any audience is known. */
  slug: string;
  name: string;
  /** Absent for the one that is no audience. */
  look: { hue: string; icon: string } | undefined;
  ready: number;
  delayed: number;
  leased: number;
  oldestSeconds: number;
  history: AudienceHistory;
}

export interface OperationsOverview {
  state: OperationsState;
  ready: number;
  leased: number;
  delayed: number;
  oldestSeconds: number;
  /** Within the span that the plots show. */
  done: number;
  failed: number;
  audiences: AudienceQueue[];
  workers: WorkerRow[];
  /** Of these, the ones that take jobs and were heard of lately. */
  liveWorkers: number;
  dead: { queue: string; category: string; letters: number }[];
  spanSeconds: number;
}

const bins = 60;

/** How the queues stand by audience, now and over the last `spanSeconds`, who works on them, and what died. */
export async function operationsOverview(
  services: Services,
  caller: Caller,
  { spanSeconds }: { spanSeconds: number },
): Promise<OperationsOverview> {
  requirePermission(caller.actor, 'operations.read');
  const { db } = services;
  await runDueDuties(services, [samplingDuty], AbortSignal.timeout(5000));
  const [audienceRows, depths, samples, workers, dead] = await Promise.all([
    listAudienceRows(db),
    listQueueDepths(db),
    listSampleBins(db, { seconds: spanSeconds, bins }),
    listWorkers(db),
    countDeadLetters(db),
  ]);
  const known = audienceRows.map(({ slug, name, hue, icon }) => ({ slug, name, look: { hue, icon } }));
  const audiences = [...known, { slug: '', name: 'Before any audience', look: undefined }].map((audience) => {
    const own = depths.filter((depth) => depth.audience === audience.slug);
    return {
      ...audience,
      ready: sum(own.map(({ ready }) => ready)),
      delayed: sum(own.map(({ delayed }) => delayed)),
      leased: sum(own.map(({ leased }) => leased)),
      oldestSeconds: Math.max(0, ...own.map(({ oldest_seconds }) => oldest_seconds)),
      history: historyOf(samples, audience.slug, bins),
    };
  });
  const liveWorkers = workers.filter(({ kind, is_alive }) => kind === 'worker' && is_alive).length;
  const totals = {
    ready: sum(audiences.map(({ ready }) => ready)),
    leased: sum(audiences.map(({ leased }) => leased)),
    delayed: sum(audiences.map(({ delayed }) => delayed)),
    oldestSeconds: Math.max(0, ...audiences.map(({ oldestSeconds }) => oldestSeconds)),
    done: sum(audiences.map(({ history }) => sum(history.done.map((value) => value ?? 0)))),
    failed: sum(audiences.map(({ history }) => sum(history.failed.map((value) => value ?? 0)))),
  };
  return {
    ...totals,
    state: stateOf({
      ...totals,
      deadLetters: sum(dead.map(({ letters }) => letters)),
      liveWorkers,
    }),
    audiences,
    workers,
    liveWorkers,
    dead,
    spanSeconds,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
