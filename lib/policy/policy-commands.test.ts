import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertPolicyVersion } from '#db/queries/policy-versions.ts';
import { approveVersion } from '#lib/review/approve-version.ts';
import { uploadMarkImage } from '#test/mark-images.ts';
import {
  hashOf,
  insertCaller,
  insertMember,
  insertNamedProduct,
  insertReadyAsset,
  openPortal,
  publishFile,
  type Someone,
} from '#test/portal.ts';
import { testServices } from '#test/services.ts';
import { codeOf } from '#test/uploads.ts';
import { activatePolicy } from './activate-policy.ts';
import { createAudience, newAudience } from './create-audience.ts';
import { createPolicyVersion } from './create-policy-version.ts';
import { findReadingPolicy } from './find-reading-policy.ts';
import { getActivePolicies } from './get-active-policies.ts';
import { listAudiences } from './list-audiences.ts';
import { getPolicyVersion, listPolicyVersions } from './list-policy-versions.ts';
import type { OutputContract, WatermarkRule } from './output-contract.ts';
import { seedAudiences } from './seed-audiences.ts';
import { seededPolicies } from './seeded-policies.ts';
import { suspendPolicy } from './suspend-policy.ts';

const { services } = await testServices();
let [admin, editor] = [] as Someone[] as [Someone, Someone];

beforeAll(async () => {
  ({ admin, editor } = await openPortal(services));
});

const contracts = [...(seededPolicies.find(({ slug }) => slug === 'teacher')?.contracts ?? [])];

async function newAudienceSlug(): Promise<string> {
  const slug = `a-${randomUUID().slice(0, 8)}`;
  await createAudience(services, admin, newAudience.parse({ slug, name: slug, purpose: 'partner campaign' }));
  return slug;
}

const textMark: WatermarkRule = {
  kind: 'text',
  text: 'Mark',
  color: '#ffffff',
  outline: 'dark',
  opacity: 0.5,
  anchor: 'center',
  margin: 0.03,
  size: 0.3,
  min_px: 12,
  below_min: 'smaller',
  rotation: 0,
  shadow: 'none',
};

const logo = (alpha: number) =>
  sharp({ create: { width: 60, height: 30, channels: 4, background: { r: 200, g: 20, b: 60, alpha } } })
    .png()
    .toBuffer();

const write = (audience: string, changed: OutputContract[] = contracts) =>
  createPolicyVersion(services, admin, { audience, contracts: changed, note: 'A note' });
const activate = (audience: string, policyVersion: number, expectedActive: number | null, by = admin) =>
  activatePolicy(services, by, { audience, policyVersion, expectedActive, reason: 'A reason' });
const suspend = (audience: string, policyVersion: number, fallback: number | null) =>
  suspendPolicy(services, admin, { audience, policyVersion, fallback, reason: 'A reason' });

async function stateOf(audience: string) {
  const versions = await listPolicyVersions(services, admin, { audience });
  return Object.fromEntries(versions.map(({ version, state }) => [version, state]));
}

async function eventsOf(audience: string) {
  const rows = await services.db
    .selectFrom('outbox_events')
    .select(['type', 'payload'])
    .where('key', '=', audience)
    .orderBy('created_at')
    .execute();
  return rows.map(({ payload }) => payload);
}

describe('seeding', () => {
  test('gives four audiences with version 1 active, each with a thumbnail and a mark decision', async () => {
    const audiences = (await listAudiences(services, admin)).filter(({ slug }) => !slug.startsWith('a-'));
    expect(audiences.map(({ slug, active_version, state }) => [slug, active_version, state])).toEqual([
      ['internal', 1, 'active'],
      ['teacher', 1, 'active'],
      ['partner', 1, 'active'],
      ['public', 1, 'active'],
    ]);
    for (const each of audiences) {
      expect(each.contracts.map(({ format }) => format)).toContain('thumb');
      expect(each.contracts.every(({ watermark }) => watermark.kind !== undefined)).toBe(true);
    }
  });

  test('again changes nothing', async () => {
    const before = await listPolicyVersions(services, admin, { audience: 'partner' });
    expect(await services.db.transaction().execute(seedAudiences)).toEqual([]);
    expect(await listPolicyVersions(services, admin, { audience: 'partner' })).toEqual(before);
  });
});

describe('a new version', () => {
  test('is a draft that nobody is given', async () => {
    const audience = await newAudienceSlug();
    expect(await write(audience)).toEqual({ audience, version: 1, state: 'draft' });
    expect(await findReadingPolicy(services.db, audience)).toEqual({ state: 'none' });
    expect(await eventsOf(audience)).toEqual([]);
  });

  test('gets the next number, however many are written at once', async () => {
    const audience = await newAudienceSlug();
    const written = await Promise.all(Array.from({ length: 8 }, () => write(audience)));
    expect(written.map(({ version }) => version).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('never changes', async () => {
    const audience = await newAudienceSlug();
    await write(audience);
    const change = services.db
      .updateTable('policy_versions')
      .set({ note: 'x' })
      .where('audience', '=', audience);
    await expect(change.execute()).rejects.toThrow('policy_versions rows never change');
  });

  test('a text mark with letters that no font has is refused by the field, before anything is written', async () => {
    const audience = await newAudienceSlug();
    const marked = (text: string) =>
      contracts.map((contract) => ({ ...contract, watermark: { ...textMark, text } }));
    await expect(write(audience, marked('授業用 Für Ärzte'))).resolves.toMatchObject({ version: 1 });
    await expect(write(audience, marked('தமிழ்'))).rejects.toMatchObject({
      code: 'invalid_request',
      details: {
        issues: contracts.map((_, index) =>
          expect.objectContaining({ path: `contracts.${index}.watermark.text` }),
        ),
      },
    });
    await expect(stateOf(audience)).resolves.toEqual({ 1: 'draft' });
  });

  const imageMarked = (image_id: string) => {
    const watermark: WatermarkRule = {
      kind: 'image',
      image_id,
      opacity: 0.5,
      anchor: 'center',
      margin: 0,
      size: 0.5,
      min_px: 10,
      below_min: 'smaller',
      rotation: 0,
      shadow: 'none',
    };
    return contracts.map((contract) => ({ ...contract, watermark }));
  };

  test('may only mark with an image that was uploaded as one, never with a photo’s master', async () => {
    const audience = await newAudienceSlug();
    const productId = await insertNamedProduct(services, editor);
    const { sourceHash } = await insertReadyAsset(services, editor, { productId });
    const { image_id } = await uploadMarkImage(services, admin, await logo(1));
    for (const other of [hashOf('not there'), sourceHash])
      await expect(write(audience, imageMarked(other))).rejects.toMatchObject({
        code: 'invalid_request',
        details: { issues: contracts.map((_, at) => ({ path: `contracts.${at}.watermark.image_id` })) },
      });
    expect(await write(audience, imageMarked(image_id))).toMatchObject({ version: 1 });
  });

  test('may not mark with an image that has nothing to be seen', async () => {
    const audience = await newAudienceSlug();
    const { image_id } = await uploadMarkImage(services, admin, await logo(0));
    await expect(write(audience, imageMarked(image_id))).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('nothing that can be seen'),
    });
  });

  test('is an admin’s to write, activate and suspend', async () => {
    const member = await insertMember(services, 'teacher');
    for (const caller of [editor, await insertCaller(services, 'support'), member]) {
      const version = { audience: 'teacher', contracts, note: '' };
      expect(await codeOf(createPolicyVersion(services, caller, version))).toBe('forbidden');
      expect(await codeOf(activate('teacher', 1, 1, caller))).toBe('forbidden');
    }
    expect(await codeOf(listPolicyVersions(services, member, { audience: 'teacher' }))).toBe('forbidden');
  });
});

describe('an activation', () => {
  test('of a draft whose mark cannot be drawn is refused, however the draft came about', async () => {
    const audience = await newAudienceSlug();
    const blank = contracts.map((contract) => ({ ...contract, watermark: { ...textMark, text: '\u3164' } }));
    await services.db
      .transaction()
      .execute((trx) =>
        insertPolicyVersion(trx, { audience, contracts: blank, note: '', createdBy: admin.id }),
      );
    await expect(activate(audience, 1, null)).rejects.toMatchObject({
      code: 'invalid_request',
      details: {
        issues: expect.arrayContaining([expect.objectContaining({ path: 'contracts.0.watermark.text' })]),
      },
    });
    expect(await stateOf(audience)).toEqual({ 1: 'draft' });
  });

  test('wins once of eight at once with the same expectation', async () => {
    const audience = await newAudienceSlug();
    await write(audience);
    await activate(audience, 1, null);
    const versions = await Promise.all(Array.from({ length: 8 }, () => write(audience)));
    const outcomes = await Promise.all(
      versions.map(async ({ version }) => ({ version, code: await codeOf(activate(audience, version, 1)) })),
    );
    const won = outcomes.filter(({ code }) => code !== 'activation_conflict');
    expect(won).toHaveLength(1);
    expect(await findReadingPolicy(services.db, audience)).toMatchObject({ version: won[0]?.version });
    expect(await eventsOf(audience)).toEqual([
      { audience, policy_version: 1 },
      { audience, policy_version: won[0]?.version },
    ]);
  });

  test('of an unknown version or audience is a 404, of the active one a conflict', async () => {
    const audience = await newAudienceSlug();
    await write(audience);
    expect(await codeOf(activate(audience, 2, null))).toBe('not_found');
    expect(await codeOf(activate('no-such-audience', 1, null))).toBe('not_found');
    await activate(audience, 1, null);
    expect(await codeOf(activate(audience, 1, 1))).toBe('conflict');
  });

  test('names who, when and why, and so does the rollback', async () => {
    const audience = await newAudienceSlug();
    await write(audience);
    await write(audience);
    await activate(audience, 1, null);
    await activate(audience, 2, 1);
    await activate(audience, 1, 2);
    expect(await stateOf(audience)).toEqual({ 1: 'active', 2: 'superseded' });
    const { decisions, created_by } = await getPolicyVersion(services, admin, { audience, version: 1 });
    expect(created_by?.id).toBe(admin.id);
    expect(decisions).toMatchObject([
      { kind: 'activated', by: { id: admin.id }, reason: 'A reason', other_version: null },
      { kind: 'activated', by: { id: admin.id }, reason: 'A reason', other_version: 2 },
    ]);
    const audited = await services.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', audience)
      .where('action', '=', 'policy.activated')
      .execute();
    expect(audited).toHaveLength(3);
  });
});

describe('a suspension', () => {
  test('moves reads to the fallback and has its promised files made', async () => {
    const audience = await newAudienceSlug();
    await write(audience);
    await write(audience);
    await activate(audience, 1, null);
    await activate(audience, 2, 1);
    await suspend(audience, 2, 1);
    expect(await stateOf(audience)).toEqual({ 1: 'superseded', 2: 'suspended' });
    expect(await findReadingPolicy(services.db, audience)).toMatchObject({ state: 'reads', version: 1 });
    expect((await eventsOf(audience)).at(-1)).toEqual({ audience, policy_version: 1 });
    const summary = (await listAudiences(services, admin)).find(({ slug }) => slug === audience);
    expect(summary).toMatchObject({ state: 'suspended', active_version: 2, reading_version: 1 });
  });

  test('of a version that stands in itself has the promised files of the next one made', async () => {
    const audience = await newAudienceSlug();
    for (let count = 0; count < 3; count += 1) await write(audience);
    for (const version of [1, 2, 3]) await activate(audience, version, version === 1 ? null : version - 1);
    await suspend(audience, 3, 2);
    await suspend(audience, 2, 1);
    expect(await findReadingPolicy(services.db, audience)).toMatchObject({ state: 'reads', version: 1 });
    expect((await eventsOf(audience)).at(-1)).toEqual({ audience, policy_version: 1 });
    const before = await eventsOf(audience);
    await write(audience);
    await activate(audience, 4, 3);
    await suspend(audience, 1, null);
    expect(await eventsOf(audience)).toEqual([...before, { audience, policy_version: 4 }]);
  });

  test('leaves nothing to read where it names no fallback', async () => {
    const audience = await newAudienceSlug();
    await write(audience);
    await activate(audience, 1, null);
    await suspend(audience, 1, null);
    expect(await findReadingPolicy(services.db, audience)).toEqual({ state: 'suspended', version: 1 });
    const policies = await getActivePolicies(services, editor);
    expect(policies.find((policy) => policy.audience.slug === audience)).toMatchObject({
      policy_version: null,
      contracts: [],
    });
  });

  test('takes no fallback that was never active, is suspended or is the version itself', async () => {
    const audience = await newAudienceSlug();
    for (let count = 0; count < 3; count += 1) await write(audience);
    await activate(audience, 1, null);
    await activate(audience, 2, 1);
    await suspend(audience, 1, null);
    expect(await codeOf(suspend(audience, 2, 3))).toBe('conflict');
    expect(await codeOf(suspend(audience, 2, 1))).toBe('conflict');
    expect(await codeOf(suspend(audience, 2, 2))).toBe('conflict');
    expect(await codeOf(suspend(audience, 2, 9))).toBe('not_found');
    expect(await codeOf(suspend(audience, 3, null))).toBe('conflict');
    expect(await stateOf(audience)).toEqual({ 1: 'suspended', 2: 'active', 3: 'draft' });
  });
});

describe('the list of audiences', () => {
  test('counts the files, the waiting and the failed ones of the version that is read', async () => {
    const audience = await newAudienceSlug();
    await write(audience);
    await activate(audience, 1, null);
    const productId = await insertNamedProduct(services, editor);
    const { assetId, sourceHash } = await insertReadyAsset(services, editor, { productId });
    await approveVersion(services, editor, { assetId, version: 1, audiences: [audience] });
    await publishFile(services, { sourceHash, audience, format: 'thumb' });
    const summary = (await listAudiences(services, admin)).find(({ slug }) => slug === audience);
    expect(summary).toMatchObject({ files: 1, queued: 0, failed: 0, versions: 1 });
  });

  test('refuses a slug that is taken', async () => {
    const again = newAudience.parse({ slug: 'teacher', name: 'Again', purpose: 'classroom download' });
    expect(await codeOf(createAudience(services, admin, again))).toBe('conflict');
  });
});
