import {
  listForsakenDeliveries,
  listRegistrationFailures,
  listStuckAssets,
  markRegistrationRepaired,
} from '#db/queries/forsaken.ts';
import { markIngestFailed } from '#db/queries/ingested-assets.ts';
import { closeInbox } from '#lib/events/close-inbox.ts';
import { deliveryJob, listDeliveries } from '#lib/events/deliveries.ts';
import type { DomainEvent } from '#lib/events/event.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { doInDatabase, type ReconcileContext, report } from './reconcile-acts.ts';
import type { ReconcilePage } from './reconcile-steps.ts';

const rowsAtATime = 500;

/**
 * Inbox leases that nobody renews. The event is given a job again, which takes it over under a higher fence; where its
 * consumer is gone, or a person dismissed its dead letter, it is closed.
 */
export async function redriveEvents(ctx: ReconcileContext, position: string): Promise<ReconcilePage> {
  const { db } = ctx.services;
  const rows = await listForsakenDeliveries(db, { after: position, limit: rowsAtATime });
  for (const { consumer, event_id, event, is_dismissed } of rows) {
    const about = { kind: 'event', subject: `${event_id}/${consumer}` };
    const close = (why: string) =>
      doInDatabase(ctx, { ...about, act: 'close', detail: why }, async (trx) => {
        await closeInbox(trx, { consumer, eventId: event_id }, why);
        return true;
      });
    if (is_dismissed) await close('its dead letter was dismissed');
    else if (!event)
      await report(ctx, { ...about, detail: 'no job has it, and the outbox does not know it' });
    else {
      const wanted = (await listDeliveries(db, [event as DomainEvent])).find(
        (delivery) => delivery.consumer === consumer,
      );
      if (!wanted) await close('its consumer is not told of it any more');
      else {
        const detail = 'its lease ran out an hour ago and no job had it';
        await doInDatabase(
          ctx,
          { ...about, act: 'redrive', detail },
          async (trx) => (await enqueueJob(trx, deliveryJob(wanted))).created,
        );
      }
    }
  }
  return pageOf(rows, (row) => `${row.event_id}/${row.consumer}`);
}

/** By its event where one is there; else FAILED, which has a button that tries again. */
export async function freeStuckAssets(ctx: ReconcileContext, position: string): Promise<ReconcilePage> {
  const { db } = ctx.services;
  const rows = await listStuckAssets(db, { after: position, limit: rowsAtATime });
  for (const { id, event } of rows) {
    const about = { kind: 'asset', subject: id };
    const [wanted] = event ? await listDeliveries(db, [event as DomainEvent]) : [];
    if (wanted)
      await doInDatabase(
        ctx,
        { ...about, act: 'redrive', detail: 'PROCESSING for an hour, and no job had its event' },
        async (trx) => (await enqueueJob(trx, deliveryJob(wanted))).created,
      );
    else
      await doInDatabase(
        ctx,
        { ...about, act: 'fail', detail: 'PROCESSING for an hour, with neither job nor event' },
        (trx) => markIngestFailed(trx, id, { failure: 'internal', detail: null }),
      );
  }
  return pageOf(rows, ({ id }) => id);
}

/** The sweep registers what lies in the store; what it could not register for an hour is somebody's to look at. */
export async function settleRegistrations(ctx: ReconcileContext, position: string): Promise<ReconcilePage> {
  const rows = await listRegistrationFailures(ctx.services.db, { after: position, limit: rowsAtATime });
  for (const { id, object_key, error, is_settled } of rows) {
    const about = { kind: 'registration', subject: id };
    if (is_settled)
      await doInDatabase(
        ctx,
        { ...about, act: 'close', detail: `${object_key} was registered or refused since` },
        (trx) => markRegistrationRepaired(trx, id),
      );
    else await report(ctx, { ...about, detail: `${object_key}: ${error}` });
  }
  return pageOf(rows, ({ id }) => id);
}

function pageOf<T>(rows: readonly T[], placeOf: (row: T) => string): ReconcilePage {
  const last = rows.at(-1);
  return { position: last ? placeOf(last) : '', isLast: rows.length < rowsAtATime, rows: rows.length };
}
