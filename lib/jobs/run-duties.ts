import { sql } from 'kysely';
import type { Database } from '#db/client.ts';
import type { Services } from '#lib/services.ts';
import { asJobError } from './as-job-error.ts';

/** Work that comes round by the clock. It is idempotent: one cut short is simply done again. */
export interface Duty {
  name: string;
  everyMs: number;
  /** Ends early once `signal` is aborted; what is left waits for the next turn. */
  run(services: Services, signal: AbortSignal): Promise<void>;
}

/** Runs the duties that are due, each once a period however many workers and drains ask. */
export async function runDueDuties(
  services: Services,
  duties: readonly Duty[],
  signal: AbortSignal,
): Promise<void> {
  for (const duty of duties) {
    // Before the turn is taken: another worker may have the time for it.
    if (signal.aborted) return;
    if (!(await takeTurn(services.db, duty))) continue;
    try {
      await duty.run(services, signal);
    } catch (error) {
      services.log.error({ duty: duty.name, error: asJobError(error).message }, 'a duty failed');
    }
  }
}

async function takeTurn(db: Database, { name, everyMs }: Duty): Promise<boolean> {
  const { rows } = await sql`
    with known as (
      insert into duties (name) select ${name} where not exists (select from duties where name = ${name})
      on conflict (name) do nothing
      returning name
    ), due as (
      update duties set ran_at = clock_timestamp()
      where name = ${name} and ran_at <= clock_timestamp() - ${everyMs} * interval '1 millisecond'
      returning name
    )
    select from known union all select from due`.execute(db);
  return rows.length > 0;
}
