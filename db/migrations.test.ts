import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { recordAudit } from '#lib/observe/audit.ts';
import { testDatabase } from '#test/database.ts';

const { db } = await testDatabase();

test('an audit row can be neither changed nor deleted', async () => {
  await recordAudit(
    db,
    { actor: { kind: 'system', name: 'test' }, requestId: 'r', traceId: undefined },
    { action: 'test.ran', subjectKind: 'test', subjectId: '1' },
  );
  await expect(db.updateTable('audit_log').set({ result: 'forged' }).execute()).rejects.toThrow(
    'audit_log rows never change',
  );
  await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow('audit_log rows never change');
});

test('fences come from one global, growing sequence', async () => {
  const next = async () =>
    (await sql<{ fence: number }>`select nextval('fences') as fence`.execute(db)).rows[0]?.fence ?? 0;
  const first = await next();
  expect(await next()).toBeGreaterThan(first);
});
