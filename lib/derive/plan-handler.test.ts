import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { insertWithdrawal } from '#db/queries/approvals.ts';
import { publishEvent } from '#lib/events/publish-event.ts';
import { drainJobs } from '#lib/jobs/drain-jobs.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { activatePolicy } from '#lib/policy/activate-policy.ts';
import { createPolicyVersion } from '#lib/policy/create-policy-version.ts';
import { approve, derivePortal, handlers, jobFor, type Photo, seededContract } from '#test/derive-portal.ts';
import { flat } from '#test/pictures.ts';

const { services, admin, editor, addPhoto } = await derivePortal();
const { db } = services;
const plan = () => drainJobs(services, handlers, { budgetMs: 20_000, queues: ['plan'], random: () => 0 });

let shade = 16;
function newPhoto(): Promise<Photo> {
  shade += 1;
  return flat(shade, 20, '#406080').png().toBuffer().then(addPhoto);
}

async function announce(approvalId: string, assetId: string, eventId = approvalId): Promise<void> {
  await db.transaction().execute((trx) =>
    publishEvent(services, trx, {
      eventId,
      type: 'AssetApproved',
      key: assetId,
      payload: { asset_id: assetId, approval_id: approvalId },
    }),
  );
}

async function plannedFor(photo: Photo): Promise<string[]> {
  const jobs = await db
    .selectFrom('jobs')
    .select(['dedup_key', 'priority'])
    .where('queue', '=', 'derive')
    .where('dedup_key', 'like', `${photo.sha256}/%`)
    .orderBy('priority')
    .orderBy('dedup_key')
    .execute();
  return jobs.map(({ dedup_key }) => (dedup_key ?? '').slice(photo.sha256.length + 1));
}

describe('an approval', () => {
  it('plans what each of its audiences was promised, thumbnails first, and nothing on demand', async () => {
    const photo = await newPhoto();
    await announce(await approve(services, editor, photo, ['teacher', 'partner']), photo.assetId);
    expect(await plan()).toMatchObject({ done: 1 });
    expect(await plannedFor(photo)).toEqual([
      'partner/1/thumb',
      'teacher/1/thumb',
      'partner/1/campaign',
      'teacher/1/web-small',
    ]);
  });

  it('planned again makes no job for what is made, remembered as failed, or under way', async () => {
    const photo = await newPhoto();
    const approvalId = await approve(services, editor, photo, ['partner', 'public']);
    const name = { source_hash: photo.sha256, policy_version: 1 };
    await db
      .insertInto('derivative_failures')
      .values({
        ...name,
        audience: 'public',
        format: 'catalog',
        job_id: randomUUID(),
        code: 'contract_unmet',
        message: '',
      })
      .execute();
    const { id } = await enqueueJob(db, jobFor(photo, 'partner', 'campaign'));
    await announce(approvalId, photo.assetId);
    await announce(approvalId, photo.assetId, randomUUID());
    expect(await plan()).toMatchObject({ done: 2 });
    expect(await plannedFor(photo)).toEqual(['partner/1/thumb', 'public/1/thumb', 'partner/1/campaign']);
    const campaign = await db
      .selectFrom('jobs')
      .select('id')
      .where('dedup_key', '=', `${photo.sha256}/partner/1/campaign`)
      .execute();
    expect(campaign).toEqual([{ id }]);
  });

  it('delivered twice is planned once', async () => {
    const photo = await newPhoto();
    const approvalId = await approve(services, editor, photo, ['teacher']);
    const event = {
      event_id: approvalId,
      type: 'AssetApproved',
      key: photo.assetId,
      payload: { asset_id: photo.assetId, approval_id: approvalId },
      causation_id: null,
      request_id: null,
      trace_id: null,
    };
    for (const dedupKey of ['one', 'two'])
      await enqueueJob(db, { queue: 'plan', dedupKey, payload: { consumer: 'plan', event } });
    expect(await plan()).toMatchObject({ done: 1, duplicates: 1 });
  });

  it('that was withdrawn meanwhile plans nothing', async () => {
    const photo = await newPhoto();
    const approvalId = await approve(services, editor, photo, ['teacher']);
    await db
      .transaction()
      .execute((trx) => insertWithdrawal(trx, { approvalId, by: editor.id, reason: 'test' }));
    await announce(approvalId, photo.assetId);
    await plan();
    expect(await plannedFor(photo)).toEqual([]);
  });
});

describe('an activation', () => {
  it('plans the new version for every photo approved for the audience, and for no other', async () => {
    const [approved, other] = [await newPhoto(), await newPhoto()];
    await approve(services, editor, approved, ['internal']);
    await approve(services, editor, other, ['teacher']);
    const contracts = [
      seededContract('internal', 'thumb'),
      { ...seededContract('internal', 'review'), render: 'on_demand' as const },
    ];
    const { version } = await createPolicyVersion(services, admin, {
      audience: 'internal',
      contracts,
      note: 'v2',
    });
    const activation = { audience: 'internal', policyVersion: version, expectedActive: 1, reason: 'test' };
    await activatePolicy(services, admin, activation);
    await plan();
    expect(await plannedFor(approved)).toEqual([`internal/${version}/thumb`]);
    expect(await plannedFor(other)).toEqual([]);
  });

  it('that was superseded before its turn plans nothing', async () => {
    const photo = await newPhoto();
    await approve(services, editor, photo, ['public']);
    const contracts = [seededContract('public', 'thumb')];
    const write = () => createPolicyVersion(services, admin, { audience: 'public', contracts, note: '' });
    const [second, third] = [await write(), await write()];
    const activate = (policyVersion: number, expectedActive: number) =>
      activatePolicy(services, admin, { audience: 'public', policyVersion, expectedActive, reason: '' });
    await activate(second.version, 1);
    await activate(third.version, second.version);
    await plan();
    expect(await plannedFor(photo)).toEqual([`public/${third.version}/thumb`]);
  });
});
