import { sql } from 'kysely';
import type { Trx } from '#db/client.ts';

/**
 * Lets an event be handled once more that was closed with this outcome when its job died. What was handled in any
 * other way stays COMPLETED for good.
 */
export async function reopenInbox(
  trx: Trx,
  event: { consumer: string; eventId: string },
  outcome: string,
): Promise<void> {
  await sql`
    delete from consumer_inbox
    where consumer = ${event.consumer} and event_id = ${event.eventId}
      and state = 'COMPLETED' and outcome = ${outcome}`.execute(trx);
}
