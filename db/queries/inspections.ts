import { type Insertable, type Selectable, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Database, Trx } from '#db/client.ts';
import type { InspectionFindingsTable, InspectionsTable } from '#db/tables.ts';

export type InspectionRow = Selectable<InspectionsTable>;
export type NewFinding = Omit<Insertable<InspectionFindingsTable>, 'inspection_id' | 'created_at'>;

export async function insertInspection(trx: Trx, row: Insertable<InspectionsTable>): Promise<void> {
  await trx.insertInto('inspections').values(row).execute();
}

export async function findInspection(db: Database | Trx, id: string): Promise<InspectionRow | undefined> {
  return db.selectFrom('inspections').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Stores what was found on the way, and where to go on. */
export async function recordProgress(
  trx: Trx,
  id: string,
  step: {
    phase: InspectionRow['phase'];
    position: string;
    rows: number;
    filesRead: number;
    bytesRead: number;
    objects: number;
    findings: readonly NewFinding[];
  },
): Promise<void> {
  if (step.findings.length > 0)
    await trx
      .insertInto('inspection_findings')
      .values(step.findings.map((finding) => ({ ...finding, inspection_id: id })))
      .onConflict((conflict) => conflict.columns(['inspection_id', 'object_key']).doNothing())
      .execute();
  await trx
    .updateTable('inspections')
    .set((eb) => ({
      phase: step.phase,
      position: step.position,
      rows_checked: eb('rows_checked', '+', step.rows),
      files_read: eb('files_read', '+', step.filesRead),
      bytes_read: eb('bytes_read', '+', step.bytesRead),
      objects_checked: eb('objects_checked', '+', step.objects),
      ...(step.phase === 'done' ? { finished_at: sql<Date>`clock_timestamp()` } : {}),
    }))
    .where('id', '=', id)
    .execute();
}

export async function markInspectionFailed(trx: Trx, id: string, failure: string): Promise<void> {
  await trx
    .updateTable('inspections')
    .set({ failure, finished_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute();
}

/** The newest that looked at this version: at it alone, at its audience, or at everything. */
export async function findLatestInspection(db: Database, audience: string, policyVersion: number) {
  return db
    .selectFrom('inspections')
    .where((eb) => eb.or([eb('audience', 'is', null), eb('audience', '=', audience)]))
    .where((eb) => eb.or([eb('policy_version', 'is', null), eb('policy_version', '=', policyVersion)]))
    .selectAll()
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('users')
          .whereRef('users.id', '=', 'inspections.requested_by')
          .select(['users.id', 'users.name']),
      ).as('by'),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
