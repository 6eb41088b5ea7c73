import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { activatePolicy } from '#lib/policy/activate-policy.ts';
import { createPolicyVersion } from '#lib/policy/create-policy-version.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import { suspendPolicy } from '#lib/policy/suspend-policy.ts';
import { approveVersion } from '#lib/review/approve-version.ts';
import {
  insertMember,
  insertNamedProduct,
  insertReadyAsset,
  nobody,
  openPortal,
  publishFile,
  type Someone,
} from '#test/portal.ts';
import { testServices } from '#test/services.ts';
import { codeOf } from '#test/uploads.ts';
import { getCatalogProduct } from './get-catalog-product.ts';
import { openDerivative } from './open-derivative.ts';
import { requestDerivative } from './request-derivative.ts';

const { services } = await testServices({ JOBS_PER_ACTOR: '3' });
let [admin, editor, teacher] = [] as Someone[] as [Someone, Someone, Someone];

beforeAll(async () => {
  ({ admin, editor } = await openPortal(services));
  teacher = await insertMember(services, 'teacher');
});

/** An audience of its own, so that each test decides over its own policy; with a photo approved for it. */
async function audienceWithPhoto() {
  const audience = `a-${randomUUID().slice(0, 8)}`;
  await services.db
    .insertInto('audiences')
    .values({
      slug: audience,
      name: audience,
      purpose: 'classroom download',
      icon: 'users',
      hue: '1',
      position: 9,
    })
    .execute();
  const member = await insertMember(services, audience);
  const productId = await insertNamedProduct(services, editor);
  const photo = await insertReadyAsset(services, editor, { productId });
  await approveVersion(services, editor, { assetId: photo.assetId, version: 1, audiences: [audience] });
  const contracts = await teacherContracts();
  const write = async () =>
    (await createPolicyVersion(services, admin, { audience, contracts, note: '' })).version;
  const activate = (policyVersion: number, expectedActive: number | null) =>
    activatePolicy(services, admin, { audience, policyVersion, expectedActive, reason: '' });
  const suspend = (policyVersion: number, fallback: number | null) =>
    suspendPolicy(services, admin, { audience, policyVersion, fallback, reason: '' });
  const ask = (format = 'web-small') =>
    requestDerivative(services, member, { assetId: photo.assetId, audience, format });
  const publish = (version: number) =>
    publishFile(services, { sourceHash: photo.sourceHash, audience, version, format: 'web-small' });
  const open = (policy_version: number) =>
    openDerivative(services, member, {
      source_hash: photo.sourceHash,
      audience,
      policy_version,
      format: 'web-small',
    });
  const path = (version: number) => `/api/derivatives/${photo.sourceHash}/${audience}/${version}/web-small`;
  const shown = async () => {
    const { photos } = await getCatalogProduct(services, member, { audience, productId });
    return photos[0]?.formats.find(({ format }) => format === 'web-small');
  };
  return { audience, photo, write, activate, suspend, ask, publish, open, path, shown };
}

async function teacherContracts(): Promise<OutputContract[]> {
  const row = await services.db
    .selectFrom('policy_versions')
    .select('contracts')
    .where('audience', '=', 'teacher')
    .executeTakeFirstOrThrow();
  return row.contracts as OutputContract[];
}

async function jobsOf(audience: string) {
  return services.db
    .selectFrom('jobs')
    .selectAll()
    .where('queue', '=', 'derive')
    .where('audience', '=', audience)
    .execute();
}

describe('asking for a file', () => {
  test('twenty times at once makes one job, and one audit row', async () => {
    const { audience, activate, write, ask } = await audienceWithPhoto();
    await activate(await write(), null);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
    const [job, ...others] = await jobsOf(audience);
    expect(others).toEqual([]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ state: 'queued', status_url: `/api/jobs/${job?.id}` })]),
    );
    const audited = await services.db
      .selectFrom('audit_log')
      .where('action', '=', 'derivative.requested')
      .where('subject_id', '=', job?.dedup_key ?? '')
      .select('id')
      .execute();
    expect(audited).toHaveLength(1);
  });

  test('puts the whole contract into the job, so that no later change can alter it', async () => {
    const { audience, photo, activate, write, ask } = await audienceWithPhoto();
    await activate(await write(), null);
    await ask();
    const [job] = await jobsOf(audience);
    expect(job?.payload).toMatchObject({
      source_hash: photo.sourceHash,
      master_sha256: photo.sourceHash,
      audience,
      policy_version: 1,
      contract: (await teacherContracts()).find(({ format }) => format === 'web-small'),
    });
  });

  test('that is there answers paths of the portal, never of the store', async () => {
    const { photo, activate, write, ask, publish, path } = await audienceWithPhoto();
    await activate(await write(), null);
    await publish(1);
    expect(await ask()).toEqual({
      state: 'published',
      url: `${path(1)}?asset=${photo.assetId}`,
      view_url: `${path(1)}?asset=${photo.assetId}&view=1`,
      manifest_url: `${path(1)}/manifest`,
    });
  });

  test('that failed for good answers the failure and makes no job', async () => {
    const { audience, photo, activate, write, ask, shown } = await audienceWithPhoto();
    await activate(await write(), null);
    await services.db
      .insertInto('derivative_failures')
      .values({
        source_hash: photo.sourceHash,
        audience,
        policy_version: 1,
        format: 'web-small',
        job_id: randomUUID(),
        code: 'contract_unmet',
        message: 'It does not fit.',
      })
      .execute();
    expect(await ask()).toEqual({ state: 'failed', code: 'contract_unmet', message: 'It does not fit.' });
    expect(await jobsOf(audience)).toEqual([]);
    expect(await shown()).toMatchObject({ state: 'failed', message: 'It does not fit.' });
  });

  test('in a format that the policy does not have, or of an asset that is not there, is a 404', async () => {
    const { audience, activate, write, ask } = await audienceWithPhoto();
    await activate(await write(), null);
    expect(await codeOf(ask('no-such-format'))).toBe('not_found');
    for (const assetId of [randomUUID(), 'no-uuid'])
      expect(await codeOf(requestDerivative(services, teacher, { assetId, audience, format: 'thumb' }))).toBe(
        'not_found',
      );
  });

  test('of an audience without an active policy is a 404', async () => {
    const { write, ask } = await audienceWithPhoto();
    await write();
    expect(await codeOf(ask())).toBe('not_found');
  });
});

describe('a storm of requests', () => {
  test('is stopped at so many open jobs a person, or all that are not signed in together', async () => {
    const productId = await insertNamedProduct(services, editor);
    for (const [caller, audience, format] of [
      [teacher, 'teacher', 'print'],
      [nobody, 'public', 'catalog'],
    ] as const) {
      const ask = async () => {
        const { assetId } = await insertReadyAsset(services, editor, { productId });
        await approveVersion(services, editor, { assetId, version: 1, audiences: [audience] });
        return requestDerivative(services, caller, { assetId, audience, format });
      };
      for (let count = 0; count < 3; count += 1) expect(await ask()).toMatchObject({ state: 'queued' });
      expect(await codeOf(ask())).toBe('rate_limited');
    }
  });
});

describe('a change of policy', () => {
  test('keeps giving the earlier file, and says so, until the new one is made', async () => {
    const { audience, activate, write, ask, publish, path, shown } = await audienceWithPhoto();
    await activate(await write(), null);
    await publish(1);
    await activate(await write(), 1);
    expect(await ask()).toMatchObject({
      state: 'published',
      pending: true,
      url: expect.stringContaining(path(1)),
      status_url: expect.stringMatching('/api/jobs/'),
    });
    expect(await shown()).toMatchObject({ state: 'pending', url: expect.stringContaining(path(1)) });
    expect(await jobsOf(audience)).toHaveLength(1);
    await publish(2);
    expect(await ask()).toMatchObject({ state: 'published', url: expect.stringContaining(path(2)) });
    expect(await ask()).not.toHaveProperty('pending');
  });

  test('never gives the file of a version that is only drafted', async () => {
    const { activate, write, ask, publish, open } = await audienceWithPhoto();
    await write();
    await activate(await write(), null);
    await publish(1);
    expect(await ask()).toMatchObject({ state: 'queued' });
    expect(await codeOf(open(1))).toBe('not_found');
  });

  test('leaves links to the superseded version good', async () => {
    const { activate, write, publish, open } = await audienceWithPhoto();
    await activate(await write(), null);
    await publish(1);
    await activate(await write(), 1);
    await expect(open(1)).resolves.toMatchObject({ media_type: 'image/webp' });
  });
});

describe('a rollback', () => {
  test('serves the old file again, at once', async () => {
    const { activate, write, ask, publish, path } = await audienceWithPhoto();
    await activate(await write(), null);
    await publish(1);
    await activate(await write(), 1);
    await publish(2);
    await activate(1, 2);
    const answer = await ask();
    expect(answer).toMatchObject({ state: 'published', url: expect.stringContaining(path(1)) });
    expect(answer).not.toHaveProperty('pending');
  });

  test('never lets a file of the version that was left stand in', async () => {
    const { activate, write, ask, publish } = await audienceWithPhoto();
    await activate(await write(), null);
    await activate(await write(), 1);
    await publish(2);
    await activate(1, 2);
    expect(await ask()).toMatchObject({ state: 'queued' });
  });
});

describe('a suspension', () => {
  test('with a fallback moves reads to it and stops links to the suspended version', async () => {
    const { activate, write, suspend, ask, publish, open, path } = await audienceWithPhoto();
    await activate(await write(), null);
    await publish(1);
    await activate(await write(), 1);
    await publish(2);
    await suspend(2, 1);
    expect(await ask()).toMatchObject({ state: 'published', url: expect.stringContaining(path(1)) });
    expect(await codeOf(open(2))).toBe('policy_suspended');
    await expect(open(1)).resolves.toBeDefined();
  });

  test('without one answers policy_suspended, never a file of any other version', async () => {
    const { audience, activate, write, suspend, ask, publish, shown } = await audienceWithPhoto();
    await activate(await write(), null);
    await publish(1);
    await activate(await write(), 1);
    await suspend(2, null);
    expect(await codeOf(ask())).toBe('policy_suspended');
    expect(await shown()).toBeUndefined();
    expect(await jobsOf(audience)).toEqual([]);
  });

  test('of an earlier version keeps its files from standing in', async () => {
    const { activate, write, suspend, ask, publish } = await audienceWithPhoto();
    await activate(await write(), null);
    await publish(1);
    await activate(await write(), 1);
    await suspend(1, null);
    expect(await ask()).toMatchObject({ state: 'queued' });
  });

  test('ends when the version is activated again', async () => {
    const { activate, write, suspend, ask, publish } = await audienceWithPhoto();
    await activate(await write(), null);
    await publish(1);
    await suspend(1, null);
    await activate(1, 1);
    expect(await ask()).toMatchObject({ state: 'published' });
  });
});
