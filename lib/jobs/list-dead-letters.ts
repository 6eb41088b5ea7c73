import { countDeadLetters, type DeadLetterRow, unsafeListDeadLetters } from '#db/queries/dead-jobs.ts';
import type { Caller } from '#lib/auth/actor.ts';
import { requirePermission } from '#lib/auth/require-permission.ts';
import type { Services } from '#lib/services.ts';
import type { DeadFilter } from './dead-filter.ts';

export interface DeadLetters {
  letters: DeadLetterRow[];
  /** Of the filter, those beyond the page included. */
  count: number;
}

const mostShown = 50;

/** The dead letters of a filter, newest first, as many as fit a page. */
export async function listDeadLetters(
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  filter: DeadFilter,
): Promise<DeadLetters> {
  requirePermission(caller.actor, 'operations.read');
  const [letters, groups] = await Promise.all([
    unsafeListDeadLetters(db, filter, mostShown),
    countDeadLetters(db, filter),
  ]);
  return { letters, count: groups.reduce((sum, group) => sum + group.letters, 0) };
}
