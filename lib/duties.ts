import { deleteSettledLetters } from '#db/queries/dead-jobs.ts';
import { deleteOldAnswers } from '#db/queries/request-answers.ts';
import { deleteOldWebhookAttempts } from '#db/queries/webhooks.ts';
import { systemCaller } from '#lib/auth/actor.ts';
import { dispatchToJobs } from '#lib/events/dispatch-to-jobs.ts';
import { relayEvents } from '#lib/events/relay-events.ts';
import { printMasters } from '#lib/ingest/print-masters.ts';
import { jobHandlers } from '#lib/job-handlers.ts';
import type { Duty } from '#lib/jobs/run-duties.ts';
import { buryOverdueJobs } from '#lib/jobs/sweep-jobs.ts';
import { countingDuty } from '#lib/observe/count-ledger.ts';
import { forget } from '#lib/observe/forget.ts';
import { samplingDuty } from '#lib/observe/sample-queues.ts';
import { deleteRetiredObjects } from '#lib/repair/delete-retired-objects.ts';
import { emptyBin } from '#lib/repair/empty-bin.ts';
import { endRetention } from '#lib/repair/end-retention.ts';
import { removeMasters } from '#lib/repair/remove-masters.ts';
import { startReconciliation } from '#lib/repair/start-reconciliation.ts';
import { abandonUploads } from '#lib/upload/abandon-uploads.ts';
import { clearLandings } from '#lib/upload/clear-landings.ts';
import { clearMarkUploads } from '#lib/upload/clear-mark-uploads.ts';

const minute = 60_000;

/** What comes round by the clock, in whichever worker or drain is there when it is due. */
export const duties: readonly Duty[] = [
  samplingDuty,
  countingDuty,
  {
    name: 'bury overdue jobs',
    everyMs: minute,
    run: async (services) => {
      await buryOverdueJobs(services, jobHandlers);
    },
  },
  {
    name: 'look after waiting uploads',
    everyMs: minute,
    run: async (services, signal) => {
      await abandonUploads(services, systemCaller('upload sweep'), signal);
    },
  },
  {
    name: 'bring left events to their consumers',
    everyMs: minute,
    run: async (services, signal) => {
      // What a broker was to carry when it was switched off; where one is in use, the relay has them.
      if (services.env.EVENTS === 'kafka') return;
      while (!signal.aborted && (await relayEvents(services, dispatchToJobs)) > 0);
    },
  },
  {
    name: 'trim the delivery log of webhooks',
    everyMs: 60 * minute,
    run: async ({ db }) =>
      forget(db, 'webhook', 'webhook.attempts_forgotten', (trx) => deleteOldWebhookAttempts(trx, 30)),
  },
  {
    name: 'forget old answers',
    everyMs: 60 * minute,
    run: async ({ db, env }) => deleteOldAnswers(db, env.IDEMPOTENCY_HOURS),
  },
  {
    name: 'forget settled dead letters',
    everyMs: 60 * minute,
    run: async ({ db }) => forget(db, 'job', 'job.letters_forgotten', (trx) => deleteSettledLetters(trx, 90)),
  },
  {
    name: 'clear spent landings',
    everyMs: 10 * minute,
    run: async (services, signal) => {
      await clearLandings(services, systemCaller('upload sweep'), signal);
      await clearMarkUploads(services, systemCaller('upload sweep'), signal);
    },
  },
  {
    name: 'make missing prints',
    everyMs: minute,
    run: async (services, signal) => {
      await printMasters(services, signal);
    },
  },
  {
    name: 'end retention',
    everyMs: 10 * minute,
    run: async (services, signal) => {
      await endRetention(services, systemCaller('repair'), signal);
    },
  },
  {
    name: 'delete retired files',
    everyMs: minute,
    run: async (services, signal) => {
      await deleteRetiredObjects(services, systemCaller('repair'), signal);
    },
  },
  {
    name: 'empty the bin',
    everyMs: 10 * minute,
    run: async (services, signal) => {
      await emptyBin(services, systemCaller('repair'), signal);
      await removeMasters(services, systemCaller('repair'), signal);
    },
  },
  {
    name: 'reconcile',
    everyMs: 24 * 60 * minute,
    run: async (services) => {
      await startReconciliation(services, systemCaller('repair'), { dryRun: false });
    },
  },
];
