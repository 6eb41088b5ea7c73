import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemCaller } from '#lib/auth/actor.ts';
import { openDerivative } from '#lib/deliver/open-derivative.ts';
import { readManifest } from '#lib/deliver/read-manifest.ts';
import { drainJobs } from '#lib/jobs/drain-jobs.ts';
import { activatePolicy } from '#lib/policy/activate-policy.ts';
import { createPolicyVersion } from '#lib/policy/create-policy-version.ts';
import { suspendPolicy } from '#lib/policy/suspend-policy.ts';
import { objectKeys } from '#lib/storage/object-store.ts';
import { approve, derivePortal, handlers, type Photo, rowsOf, seededContract } from '#test/derive-portal.ts';
import { noisy } from '#test/pictures.ts';
import { insertMember, type Someone } from '#test/portal.ts';
import { codeOf } from '#test/uploads.ts';
import { deleteRetiredObjects } from './delete-retired-objects.ts';
import { endRetention } from './end-retention.ts';

const { services, admin, addPhoto } = await derivePortal({ RETENTION_DAYS: '90' });
const { db, store } = services;
const caller = systemCaller('repair');
const drain = () => drainJobs(services, handlers, { budgetMs: 20_000, random: () => 0 });
const audience = 'partner';
let photo: Photo;
let reader: Someone;

beforeAll(async () => {
  reader = await insertMember(services, audience);
  photo = await addPhoto(await noisy(140, 90).png().toBuffer());
  await approve(services, admin, photo, [audience]);
  // Version 1 is the seeded one; 2 has other marks, 3 others again.
  for (const text of ['Second', 'Third']) await writeVersion(text);
});

beforeEach(async () => {
  await db.deleteFrom('derivatives').execute();
  await unbindDecisions(() => db.deleteFrom('policy_activations').where('audience', '=', audience).execute());
  await unbindDecisions(() => db.deleteFrom('policy_suspensions').where('audience', '=', audience).execute());
  await activate(1);
});

async function writeVersion(text: string): Promise<void> {
  const contracts = [seededContract(audience, 'thumb'), seededContract(audience, 'campaign')].map(
    (contract) =>
      contract.watermark.kind === 'text'
        ? { ...contract, watermark: { ...contract.watermark, text } }
        : contract,
  );
  await createPolicyVersion(services, admin, { audience, contracts, note: text });
}

/** Activates it and makes what it promises. */
async function activate(policyVersion: number, options: { makes?: boolean } = {}): Promise<void> {
  const { rows } = await sql<{ policy_version: number }>`
    select policy_version from policy_activations where audience = ${audience} order by id desc limit 1`.execute(
    db,
  );
  const expectedActive = rows[0]?.policy_version ?? null;
  await activatePolicy(services, admin, { audience, policyVersion, expectedActive, reason: 'test' });
  if (options.makes !== false) await makeAll();
}

async function makeAll(): Promise<void> {
  await drain();
}

async function unbindDecisions(change: () => Promise<unknown>): Promise<void> {
  for (const table of ['policy_activations', 'policy_suspensions'])
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  await change();
  for (const table of ['policy_activations', 'policy_suspensions'])
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
}

/** Moves every decision made so far into the past, as the database's clock would have. */
async function passDays(days: number): Promise<void> {
  await unbindDecisions(async () => {
    for (const table of ['policy_activations', 'policy_suspensions'])
      await sql`update ${sql.table(table)} set created_at = created_at - ${days} * interval '1 day'`.execute(
        db,
      );
  });
}

/** Moves retirements out of the reach of signed URLs. */
async function passMinutes(minutes: number): Promise<void> {
  await sql`update derivatives set retired_at = retired_at - ${minutes} * interval '1 minute'`.execute(db);
}

async function stateOf(version: number): Promise<Record<string, string | null>> {
  const rows = (await rowsOf(services, photo)).filter(({ policy_version }) => policy_version === version);
  return Object.fromEntries(rows.map(({ format, retired_why }) => [format, retired_why]));
}

const campaign = (version: number) => ({
  source_hash: photo.sha256,
  audience,
  policy_version: version,
  format: 'campaign',
});

async function linkedBytes(version: number): Promise<Buffer> {
  const { url } = await openDerivative(services, reader, campaign(version));
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}

const all = (why: string | null) => ({ campaign: why, thumb: why });

describe('a superseded version', () => {
  it('stays readable under its pinned links, with the same bytes, until its window ends', async () => {
    const before = await linkedBytes(1);
    await activate(2);
    await passDays(89);
    expect(await endRetention(services, caller)).toBe(0);
    expect(await linkedBytes(1)).toEqual(before);
    expect(await linkedBytes(2)).not.toEqual(before);
  });

  it('then goes, row by row on record with its manifest, and its objects once no URL can be out; the master stays', async () => {
    await activate(2);
    const files = (await rowsOf(services, photo)).filter(({ policy_version }) => policy_version === 1);
    await passDays(91);
    expect(await endRetention(services, caller)).toBe(2);
    expect(await stateOf(1)).toEqual(all('retention'));
    expect(await stateOf(2)).toEqual(all(null));
    expect(await codeOf(openDerivative(services, reader, campaign(1)))).toBe('derivative_retired');
    expect(await readManifest(services, admin, campaign(1))).toMatchObject({ sha256: files[0]?.sha256 });

    expect(await deleteRetiredObjects(services, caller)).toBe(0);
    expect(await store.head(files[0]?.object_key ?? '')).toBeDefined();
    await passMinutes(3);
    expect(await deleteRetiredObjects(services, caller)).toBe(2);
    for (const { object_key, manifest_key } of files) {
      expect(await store.head(object_key)).toBeUndefined();
      expect(await store.head(manifest_key)).toBeUndefined();
    }
    expect(await store.head(objectKeys.master(photo.sha256))).toBeDefined();
    expect(await endRetention(services, caller)).toBe(0);
    expect(await deleteRetiredObjects(services, caller)).toBe(0);
    const audits = await db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('subject_id', '=', `${photo.sha256}/partner/1/campaign`)
      .where('action', 'in', ['derivative.retired', 'derivative.objects_deleted'])
      .orderBy('id')
      .execute();
    expect(audits.map(({ action }) => action)).toEqual(['derivative.retired', 'derivative.objects_deleted']);
    expect(audits[0]?.detail).toMatchObject({ manifest: { name: `${photo.sha256}/partner/1/campaign` } });
  });

  it('is made anew with the same bytes by a rollback after that', async () => {
    const before = await linkedBytes(1);
    await activate(2);
    await passDays(91);
    await endRetention(services, caller);
    await passMinutes(3);
    await deleteRetiredObjects(services, caller);
    await activate(1);
    expect(await stateOf(1)).toEqual(all(null));
    expect(await linkedBytes(1)).toEqual(before);
  });

  it('counts anew from when it was last active', async () => {
    await activate(2);
    await passDays(91);
    await activate(1);
    await passDays(91);
    await activate(3);
    expect(await endRetention(services, caller)).toBe(2);
    expect(await stateOf(1)).toEqual(all(null));
    expect(await stateOf(2)).toEqual(all('retention'));
  });
});

describe('what is needed is never touched', () => {
  it('the active version, however long it has been', async () => {
    await passDays(4000);
    expect(await endRetention(services, caller)).toBe(0);
  });

  it('the fallback of a suspension', async () => {
    await activate(2);
    await suspendPolicy(services, admin, { audience, policyVersion: 2, fallback: 1, reason: 'test' });
    await passDays(400);
    expect(await endRetention(services, caller)).toBe(0);
    expect(await stateOf(1)).toEqual(all(null));
  });

  it('a file that stands in while that of the active version is made', async () => {
    await activate(2, { makes: false });
    await passDays(400);
    expect(await endRetention(services, caller)).toBe(0);
    await makeAll();
    expect(await endRetention(services, caller)).toBe(2);
  });
});

it('an activation and the end of retention at once leave no active version without its files', async () => {
  await activate(2);
  await passDays(91);
  await Promise.all([
    endRetention(services, caller),
    activatePolicy(services, admin, { audience, policyVersion: 1, expectedActive: 2, reason: 'back' }),
  ]);
  await makeAll();
  expect(await stateOf(1)).toEqual(all(null));
});
