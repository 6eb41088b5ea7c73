import type { Database } from '#db/client.ts';

/** Whether a consumer is done with an event: a later delivery need not begin. */
export async function isHandled(
  db: Database,
  { consumer, eventId }: { consumer: string; eventId: string },
): Promise<boolean> {
  const completed = await db
    .selectFrom('consumer_inbox')
    .select('event_id')
    .where('consumer', '=', consumer)
    .where('event_id', '=', eventId)
    .where('state', '=', 'COMPLETED')
    .executeTakeFirst();
  return completed !== undefined;
}
