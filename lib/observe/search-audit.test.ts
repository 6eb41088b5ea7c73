import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { changeUser } from '#lib/auth/change-user.ts';
import type { AuditResult } from '#lib/lifecycle.ts';
import { insertPerson, personCaller } from '#test/people.ts';
import { insertNamedProduct, insertReadyAsset, openPortal, publishFile } from '#test/portal.ts';
import { testServices } from '#test/services.ts';
import { recordAudit } from './audit.ts';
import { exportAudit } from './export-audit.ts';
import { searchAudit } from './search-audit.ts';

const { services } = await testServices({ PORTAL_TIME_ZONE: 'Europe/Berlin', AUDIT_EXPORT_ROWS: '3' });
const { db } = services;
const { admin, editor } = await openPortal(services);

const find = (fields: Parameters<typeof searchAudit>[2]) => searchAudit(services, admin, fields);
const actionsOf = async (fields: Parameters<typeof searchAudit>[2]) =>
  (await find(fields)).items.map(({ action }) => action);

async function record(
  entry: { subjectId?: string; result?: AuditResult; at?: string; requestId?: string; traceId?: string } = {},
  by = editor.actor,
) {
  const { subjectId = randomUUID(), result, at, requestId = randomUUID(), traceId } = entry;
  const caller = { actor: by, requestId, traceId };
  await recordAudit(db, caller, {
    action: 'asset.edited',
    subjectKind: 'asset',
    subjectId,
    ...(result && { result }),
  });
  if (at)
    // The log takes no change: a row of another time is put in as that.
    await db
      .insertInto('audit_log')
      .values({
        at,
        actor_id: null,
        actor_kind: 'test',
        action: 'asset.edited',
        subject_kind: 'asset',
        subject_id: subjectId,
        request_id: requestId,
        trace_id: null,
        result: 'done',
        code: null,
        detail: '{}',
      })
      .execute();
  return { subjectId, requestId };
}

describe('a search of the audit log', () => {
  it('finds by subject, request, trace and result, and by all of them at once', async () => {
    const traceId = 'ab'.repeat(16);
    const { subjectId, requestId } = await record({ traceId, result: 'failed' });
    await record({ subjectId });
    expect((await find({ subject: subjectId })).items).toHaveLength(2);
    expect((await find({ request_id: requestId })).items).toHaveLength(1);
    expect((await find({ trace_id: `00-${traceId.toUpperCase()}-${'1'.repeat(16)}-01` })).items).toHaveLength(
      1,
    );
    expect((await find({ subject: subjectId, result: 'failed' })).items).toHaveLength(1);
    expect((await find({ subject: subjectId, result: 'refused' })).items).toEqual([]);
    const all = { person: editor.id, subject: subjectId, request_id: requestId, result: 'failed' as const };
    expect(
      (await find({ ...all, person: `${editor.id}@example.com`, action: 'asset.edited' })).items,
    ).toHaveLength(1);
    expect((await find({ subject: subjectId, person: 'repair' })).items).toEqual([]);
  });

  it('finds a person by part of name or email, and by the name they had then', async () => {
    const person = await insertPerson(db, { role: 'editor' });
    const caller = personCaller(person.id, 'editor', person.email);
    const { subjectId } = await record({}, caller.actor);
    await changeUser(services, admin, { id: person.id, name: 'Grete Größe' });
    await changeUser(services, admin, { id: person.id, name: 'Grete Married' });
    for (const words of ['married', person.email, person.email.slice(0, 12), 'größe'])
      expect((await find({ person: words, subject: subjectId })).items, words).toHaveLength(1);
    // "%" is a letter like any other.
    expect((await find({ person: 'gre%' })).items).toEqual([]);
  });

  it('finds what a part of the portal did by that part', async () => {
    await record({}, { kind: 'system', name: 'repair' });
    expect((await find({ person: 'Repair' })).items).toHaveLength(1);
  });

  it('asks for more of a name that too many have', async () => {
    const people = Array.from({ length: 21 }, (_, n) =>
      insertPerson(db, { email: `crowd-${n}@example.com` }),
    );
    await Promise.all(people);
    await expect(find({ person: 'crowd' })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: 'person' }] },
    });
    expect((await find({ person: 'crowd-1@example.com' })).items).toEqual([]);
  });

  it('takes a day as a day of the portal, the last one whole', async () => {
    const { subjectId } = await record({ at: '2025-07-01T21:59:59.999Z' });
    const on = async (from: string, to: string) =>
      (await find({ subject: subjectId, from, to })).items.length;
    expect(await on('2025-07-01', '2025-07-01')).toBe(1);
    expect(await on('2025-07-02', '2025-07-02')).toBe(0);
    expect(await on('2025-07-01T21:59:00Z', '2025-07-01T22:00:00Z')).toBe(1);
    expect(await on('2025-07-01T21:59:00Z', '2025-07-01T21:59:30Z')).toBe(0);
    await expect(on('2025-07-02', '2025-07-01')).rejects.toMatchObject({
      details: { issues: [{ path: 'to' }] },
    });
    await expect(on('2025-02-30', '')).rejects.toMatchObject({ details: { issues: [{ path: 'from' }] } });
  });

  it('finds with a photo what was done to its files, and calls both by their names', async () => {
    const productId = await insertNamedProduct(services, editor);
    const { assetId, sourceHash } = await insertReadyAsset(services, editor, {
      productId,
      filename: 'kit.jpg',
    });
    await publishFile(services, { sourceHash, audience: 'partner', format: 'campaign' });
    await record({ subjectId: assetId });
    await recordAudit(db, admin, {
      action: 'derivative.downloaded',
      subjectKind: 'derivative',
      subjectId: `${sourceHash}/partner/1/campaign`,
    });
    const { items } = await find({ subject: `/library/${assetId}` });
    expect(items.map(({ action, subject }) => [action, subject.name])).toEqual([
      ['derivative.downloaded', null],
      ['asset.edited', 'kit.jpg'],
    ]);
  });

  it('pages through every row once, while new ones come', async () => {
    const { subjectId } = await record();
    for (let count = 1; count < 7; count += 1) await record({ subjectId });
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await find({ subject: subjectId, limit: 3, cursor });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
      await record({ subjectId });
    } while (cursor);
    expect(seen).toHaveLength(7);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
  });

  it('refuses a cursor of another list', async () => {
    await expect(find({ cursor: 'bm90aGluZw' })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('is for admins and operators', async () => {
    await expect(searchAudit(services, editor, {})).rejects.toMatchObject({ code: 'forbidden' });
    expect(await actionsOf({ person: 'no such person' })).toEqual([]);
  });
});

describe('an export of the audit log', () => {
  it('is what the search finds, safe for spreadsheets, and says where it was cut off', async () => {
    const { subjectId } = await record();
    await db.updateTable('users').set({ name: '=cmd()' }).where('id', '=', editor.id).execute();
    const renamed = { ...editor.actor, name: '=cmd()' } as typeof editor.actor;
    for (let count = 1; count < 5; count += 1) await record({ subjectId }, renamed);
    const lines = (await new Response(await exportAudit(services, admin, { subject: subjectId })).text())
      .replace('\uFEFF', '')
      .trimEnd()
      .split('\r\n');
    expect(lines[0]).toMatch(/^at,actor,/);
    expect(lines).toHaveLength(5);
    expect(lines[1]).toContain(`"'=cmd()",person,${editor.id},asset.edited,asset,${subjectId}`);
    expect(lines[4]).toMatch(/^Cut off after 3 rows: what is older than \d/);
    const [row] = (await find({ action: 'audit.exported', limit: 1 })).items;
    expect(row?.subject.id).toBe(`?subject=${subjectId}`);
  });
});
