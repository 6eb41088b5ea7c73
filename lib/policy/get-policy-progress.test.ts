import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { beat } from '#lib/jobs/heartbeat.ts';
import { approveVersion } from '#lib/review/approve-version.ts';
import { withdrawApproval } from '#lib/review/withdraw-approval.ts';
import { insertNamedProduct, insertReadyAsset, openPortal, publishFile, type Someone } from '#test/portal.ts';
import { testServices } from '#test/services.ts';
import { createPolicyVersion } from './create-policy-version.ts';
import { derivativeJob } from './derivative-job.ts';
import { getActivationImpact } from './get-activation-impact.ts';
import { getPolicyProgress } from './get-policy-progress.ts';
import type { OutputContract } from './output-contract.ts';
import { seededPolicies } from './seeded-policies.ts';

const { services } = await testServices({ RENDER_CONCURRENCY: '2' });
const audience = 'teacher';
const contracts = [...(seededPolicies.find(({ slug }) => slug === audience)?.contracts ?? [])];
const webSmall = contracts.find(({ format }) => format === 'web-small') as OutputContract;
const photos: Awaited<ReturnType<typeof insertReadyAsset>>[] = [];
let admin: Someone;
let editor: Someone;

beforeAll(async () => {
  ({ admin, editor } = await openPortal(services));
  const productId = await insertNamedProduct(services, editor);
  // The third is of the same bytes as the first: the same file.
  for (const master of ['one', 'two', 'one'])
    photos.push(await insertReadyAsset(services, editor, { productId, master, title: `Photo ${master}` }));
  for (const { assetId } of photos)
    await approveVersion(services, editor, { assetId, version: 1, audiences: [audience] });
  await services.db.deleteFrom('jobs').execute();
  const sourceHash = photos[0]?.sourceHash ?? '';
  await publishFile(services, { sourceHash, audience, format: 'thumb' });
  await publishFile(services, { sourceHash, audience, format: 'print' });
});

const progress = () => getPolicyProgress(services, admin, { audience });
const impact = (version: number) => getActivationImpact(services, admin, { audience, version });

async function fail(sourceHash: string, message: string): Promise<void> {
  await services.db
    .insertInto('derivative_failures')
    .values({
      source_hash: sourceHash,
      audience,
      policy_version: 1,
      format: 'web-small',
      job_id: randomUUID(),
      code: 'contract_unmet',
      message,
    })
    .execute();
}

describe('the progress of the version that is read', () => {
  it('promises its files for what is approved, counts what is there, and leaves out what is asked for', async () => {
    expect(await progress()).toEqual({
      version: 1,
      photos: 2,
      promised: 4,
      made: 1,
      failed: 0,
      retried: 0,
      oldest: null,
      failures: [],
    });
  });

  it('names what waits longest, what is tried again, and why files could not be made', async () => {
    const [one, two] = [photos[0]?.sourceHash ?? '', photos[1]?.sourceHash ?? ''];
    for (const source_hash of [two, one]) {
      const job = {
        source_hash,
        master_sha256: source_hash,
        audience,
        policy_version: 1,
        contract: webSmall,
      };
      await enqueueJob(services.db, derivativeJob(job));
    }
    await services.db
      .updateTable('jobs')
      .set({ last_error_category: 'store_unavailable', last_error: '' })
      .where('dedup_key', 'like', `${one}%`)
      .execute();
    await fail(one, 'It is too small. Upload a larger one.');
    expect(await progress()).toMatchObject({
      retried: 1,
      oldest: { format: 'web-small', name: 'Photo two', asset_id: photos[1]?.assetId },
      failed: 1,
      failures: [
        {
          format: 'web-small',
          message: 'It is too small. Upload a larger one.',
          files: 1,
          name: 'Photo one',
          asset_id: photos[0]?.assetId,
        },
      ],
    });
    await services.db.deleteFrom('jobs').execute();
    await services.db.deleteFrom('derivative_failures').execute();
  });
});

describe('a file that somebody retired by hand', () => {
  const retire = (why: 'by_hand' | 'damaged' | null) =>
    services.db
      .updateTable('derivatives')
      .set({ retired_at: why && new Date(), retired_why: why })
      .where('format', '=', 'thumb')
      .execute();

  it('is waited for by no progress and made by no activation; a damaged one is', async () => {
    await retire('by_hand');
    expect(await progress()).toMatchObject({ promised: 3, made: 0 });
    expect((await impact(1)).formats[0]).toMatchObject({ format: 'thumb', there: 0, to_make: 1 });
    await retire('damaged');
    expect(await progress()).toMatchObject({ promised: 4, made: 0 });
    expect((await impact(1)).formats[0]).toMatchObject({ to_make: 2 });
    await retire(null);
    expect(await progress()).toMatchObject({ promised: 4, made: 1 });
  });
});

describe('the impact of an activation', () => {
  it('counts per format what is made anew, what is there, what stays and what goes', async () => {
    const [thumb] = contracts;
    if (!thumb) throw new Error('there is no thumbnail');
    const large = { ...webSmall, format: 'web-large', label: 'Large' };
    const { version } = await createPolicyVersion(services, admin, {
      audience,
      contracts: [thumb, large],
      note: '',
    });
    const counted = await impact(version);
    const none = { published: 0, there: 0, failed: 0, to_make: 0, on_request: false };
    expect(counted).toMatchObject({ version, replaces: 1, photos: 2 });
    expect(counted.formats).toEqual([
      { ...none, format: 'thumb', label: 'Thumbnail', change: 'same', published: 1, to_make: 2 },
      { ...none, format: 'web-large', label: 'Large', change: 'new', to_make: 2 },
      { ...none, format: 'web-small', label: 'For slides', change: 'removed' },
      { ...none, format: 'print', label: 'For print', change: 'removed', published: 1 },
    ]);
    await publishFile(services, {
      sourceHash: photos[0]?.sourceHash ?? '',
      audience,
      version,
      format: 'thumb',
    });
    expect((await impact(version)).formats[0]).toMatchObject({ there: 1, to_make: 1 });
  });

  it('estimates by measured times and by the workers that are alive, and says what it does not know', async () => {
    expect((await impact(2)).estimate).toEqual({ state: 'no_worker' });
    await beat(services.db, { id: 'one', kind: 'worker' });
    expect((await impact(2)).estimate).toEqual({ state: 'unmeasured', format: 'thumb' });
    await services.db
      .updateTable('derivatives')
      .set({ work_ms: 3000 })
      .where('format', '=', 'thumb')
      .execute();
    // One thumbnail and two large ones of 3 s, by two at a time.
    expect((await impact(2)).estimate).toMatchObject({
      state: 'estimated',
      ms: 4500,
      workers: 1,
      at_once: 2,
      same_formats: false,
    });
    await services.db
      .updateTable('workers')
      .set({ seen_at: new Date(Date.now() - 60_000) })
      .execute();
    expect((await impact(2)).estimate).toEqual({ state: 'no_worker' });
  });

  it('follows a withdrawal at once, and is nobody’s business but staff’s', async () => {
    await withdrawApproval(services, editor, { assetId: photos[1]?.assetId ?? '' });
    expect(await impact(2)).toMatchObject({ photos: 1 });
    const member = { ...admin, actor: { ...admin.actor, role: 'member' } as Someone['actor'] };
    await expect(getActivationImpact(services, member, { audience, version: 2 })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});
