import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { assetStatuses, mayBecome } from '#lib/lifecycle.ts';
import { testDatabase } from '#test/database.ts';
import { insertPerson } from '#test/people.ts';

const { db } = await testDatabase();

test('fences come from one global, growing sequence', async () => {
  const next = async () =>
    (await sql<{ fence: number }>`select nextval('fences') as fence`.execute(db)).rows[0]?.fence ?? 0;
  const first = await next();
  expect(await next()).toBeGreaterThan(first);
});

test('an asset moves along its lifecycle and in no other way', async () => {
  const { id: created_by } = await insertPerson(db);
  const product_id = randomUUID();
  await db.insertInto('products').values({ id: product_id, name: 'Kit', sku: null, created_by }).execute();
  for (const from of assetStatuses)
    for (const to of assetStatuses) {
      const id = randomUUID();
      const failure = (status: string) => (status === 'FAILED' ? ('internal' as const) : null);
      await db
        .insertInto('assets')
        .values({
          id,
          owner_id: created_by,
          product_id,
          idempotency_key: id,
          request_sha256: '',
          object_key: id,
          filename: 'kit.jpg',
          declared_type: 'image/jpeg',
          declared_bytes: 1,
          landed_etag: '"x"',
          status: from,
          failure: failure(from),
        })
        .execute();
      const move = db
        .updateTable('assets')
        .set({ status: to, failure: failure(to) })
        .where('id', '=', id)
        .execute();
      if (from === to || mayBecome(from, to)) await move;
      else await expect(move).rejects.toThrow(`an asset does not go from ${from} to ${to}`);
    }
});
