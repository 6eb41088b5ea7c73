import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#lib/auth/actor.ts';
import { derivativeJob } from '#lib/policy/derivative-job.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import { seededPolicies } from '#lib/policy/seeded-policies.ts';
import { claimNext, makeDue } from '#test/job-table.ts';
import {
  insertCaller,
  insertMember,
  insertNamedProduct,
  insertReadyAsset,
  nobody,
  openPortal,
  publishFile,
  type Someone,
} from '#test/portal.ts';
import { testServices } from '#test/services.ts';
import { enqueueJob } from './enqueue-jobs.ts';
import { failJob } from './fail-job.ts';
import { getJob } from './get-job.ts';
import { JobError } from './job-error.ts';

const { services } = await testServices();
const { db } = services;
const handler = { run: async () => ({ state: 'done' as const }) };

let editor: Someone;
let productId: string;
beforeAll(async () => {
  ({ editor } = await openPortal(services));
  productId = await insertNamedProduct(services, editor);
});

async function insertApprovedAsset(audiences: string[]) {
  const asset = await insertReadyAsset(services, editor, { productId });
  const id = randomUUID();
  await db
    .insertInto('approvals')
    .values({ id, asset_id: asset.assetId, version: 1, approved_by: editor.id })
    .execute();
  for (const audience of audiences)
    await db.insertInto('approval_audiences').values({ approval_id: id, audience }).execute();
  return { ...asset, approvalId: id };
}

function contractOf(audience: string): OutputContract {
  const contract = seededPolicies.find(({ slug }) => slug === audience)?.contracts[0];
  if (!contract) throw new Error(`no contract for ${audience}`);
  return contract;
}

async function insertDeriveJob(audience: string, sourceHash: string, actorId?: string): Promise<string> {
  await db.deleteFrom('jobs').execute();
  const contract = contractOf(audience);
  const named = { source_hash: sourceHash, master_sha256: sourceHash, audience, policy_version: 1, contract };
  return (await enqueueJob(db, derivativeJob({ ...named, actorId, onDemand: true }))).id;
}

const sees = async (caller: Caller, id: string) => {
  try {
    return await getJob(services, caller, id);
  } catch (error) {
    expect(error).toMatchObject({ code: 'not_found' });
    return undefined;
  }
};

describe('a job', () => {
  it('is known to staff, to who asked for it, and to whoever may read what it makes', async () => {
    const { sourceHash } = await insertApprovedAsset(['partner']);
    const asker = await insertCaller(services, 'member');
    const id = await insertDeriveJob('partner', sourceHash, asker.id);
    const ready = { id, state: 'ready', queue: 'derive', attempts: 0 };
    expect(await sees(await insertCaller(services, 'support'), id)).toEqual(ready);
    expect(await sees(asker, id)).toEqual(ready);
    expect(await sees(await insertMember(services, 'partner'), id)).toEqual(ready);
    expect(await sees(await insertMember(services, 'partner', [productId]), id)).toEqual(ready);
  });

  it('is absent for everyone else, like one that does not exist', async () => {
    const { sourceHash } = await insertApprovedAsset(['partner']);
    const id = await insertDeriveJob('partner', sourceHash);
    expect(await sees(nobody, id)).toBeUndefined();
    expect(await sees(await insertMember(services, 'teacher'), id)).toBeUndefined();
    expect(await sees(await insertMember(services, 'partner', []), id)).toBeUndefined();
    expect(await sees(editor, randomUUID())).toBeUndefined();
    expect(await sees(editor, 'no id')).toBeUndefined();
  });

  it('of the public audience is known to people who are not signed in, while its photo is approved', async () => {
    const approved = await insertApprovedAsset(['public']);
    expect(await sees(nobody, await insertDeriveJob('public', approved.sourceHash))).toBeDefined();
    const unapproved = await insertReadyAsset(services, editor, { productId });
    expect(await sees(nobody, await insertDeriveJob('public', unapproved.sourceHash))).toBeUndefined();
  });

  it('of another kind is known to staff only', async () => {
    const { id } = await enqueueJob(db, { queue: 'ingest', payload: {} });
    expect(await sees(editor, id)).toMatchObject({ queue: 'ingest', state: 'ready' });
    expect(await sees(nobody, id)).toBeUndefined();
    expect(await sees(await insertMember(services, 'partner'), id)).toBeUndefined();
  });

  it('says where it is: ready, leased, to be tried again, dead', async () => {
    const { sourceHash } = await insertApprovedAsset(['public']);
    const id = await insertDeriveJob('public', sourceHash);
    const first = await claimNext(db);
    expect(await sees(nobody, id)).toMatchObject({ state: 'leased', attempts: 1 });
    await failJob(db, handler, first, new JobError('store_unavailable', 'away'), 0.5);
    expect(await sees(nobody, id)).toMatchObject({ state: 'retry', attempts: 1 });
    await makeDue(db, id);
    const second = await claimNext(db);
    await failJob(db, handler, second, new JobError('internal', 'secret text', { permanent: true }), 0.5);
    const dead = await sees(nobody, id);
    expect(dead).toMatchObject({ state: 'dead', attempts: 2, failure: { code: 'internal' } });
    expect(JSON.stringify(dead)).not.toContain('secret text');
  });

  it('tells the sentence that the stage left about a failure', async () => {
    const { sourceHash } = await insertApprovedAsset(['public']);
    const id = await insertDeriveJob('public', sourceHash);
    const job = await claimNext(db);
    const remembering = {
      ...handler,
      onDead: async (trx: Parameters<typeof failJob>[0]) => {
        const name = { source_hash: sourceHash, audience: 'public', policy_version: 1, format: 'thumb' };
        await trx
          .insertInto('derivative_failures')
          .values({ ...name, job_id: id, code: 'contract_unmet', message: 'It cannot be made that small.' })
          .execute();
      },
    };
    await failJob(db, remembering, job, new JobError('contract_unmet', 'no'), 0);
    expect(await sees(nobody, id)).toMatchObject({
      state: 'dead',
      failure: { code: 'contract_unmet', message: 'It cannot be made that small.' },
    });
  });

  it('that is done leads to its file those who may read it, and nobody else', async () => {
    const { assetId, sourceHash, approvalId } = await insertApprovedAsset(['teacher']);
    await publishFile(services, { sourceHash, audience: 'teacher', format: 'thumb' });
    const { job_id: id } = await db
      .selectFrom('derivatives')
      .select('job_id')
      .where('source_hash', '=', sourceHash)
      .executeTakeFirstOrThrow();
    const derivative = { source_hash: sourceHash, audience: 'teacher', policy_version: 1, format: 'thumb' };
    expect(await sees(await insertMember(services, 'teacher'), id)).toEqual({
      id,
      state: 'done',
      queue: 'derive',
      attempts: null,
      made: { derivative, asset_id: assetId },
    });
    expect(await sees(nobody, id)).toBeUndefined();
    await db.insertInto('approval_withdrawals').values({ approval_id: approvalId, reason: 'over' }).execute();
    expect(await sees(await insertMember(services, 'teacher'), id)).toBeUndefined();
    expect(await sees(editor, id)).toMatchObject({ state: 'done' });
    expect((await sees(editor, id))?.made).toBeUndefined();
  });
});
