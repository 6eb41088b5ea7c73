import { beforeAll, describe, expect, test } from 'vitest';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import { derivativeJob } from '#lib/policy/derivative-job.ts';
import { getActivePolicies } from '#lib/policy/get-active-policies.ts';
import { suspendPolicy } from '#lib/policy/suspend-policy.ts';
import {
  insertMember,
  insertNamedProduct,
  insertReadyAsset,
  openPortal,
  publishFile,
  type Someone,
} from '#test/portal.ts';
import { testServices } from '#test/services.ts';
import { codeOf } from '#test/uploads.ts';
import { listAssetFiles } from './list-asset-files.ts';

const { services } = await testServices();
let [admin, editor] = [] as Someone[] as [Someone, Someone];

beforeAll(async () => {
  ({ admin, editor } = await openPortal(services));
});

async function newSource(): Promise<string> {
  const productId = await insertNamedProduct(services, editor);
  return (await insertReadyAsset(services, editor, { productId })).sourceHash;
}

async function statesOf(sourceHash: string, audience: string) {
  const files = await listAssetFiles(services, editor, { sourceHash, audiences: [audience] });
  return Object.fromEntries(files.map(({ format, state }) => [format, state]));
}

describe('the files of a photo', () => {
  test('are named by what has become of each', async () => {
    const sourceHash = await newSource();
    expect(await statesOf(sourceHash, 'teacher')).toEqual({
      thumb: 'missing',
      'web-small': 'missing',
      print: 'on_demand',
    });
    await publishFile(services, { sourceHash, audience: 'teacher', format: 'thumb' });
    const policies = await getActivePolicies(services, editor);
    const contracts = policies.find(({ audience }) => audience.slug === 'teacher')?.contracts ?? [];
    const contract = contracts.find(({ format }) => format === 'web-small');
    if (!contract) throw new Error('the teachers have no web-small');
    const named = {
      source_hash: sourceHash,
      master_sha256: sourceHash,
      audience: 'teacher',
      policy_version: 1,
    };
    const job = await enqueueJob(services.db, derivativeJob({ ...named, contract }));
    await services.db
      .insertInto('derivative_failures')
      .values({
        source_hash: sourceHash,
        audience: 'teacher',
        policy_version: 1,
        format: 'print',
        job_id: job.id,
        code: 'contract_unmet',
        message: 'It cannot be made that small.',
      })
      .execute();
    expect(await statesOf(sourceHash, 'teacher')).toEqual({
      thumb: 'published',
      'web-small': 'queued',
      print: 'failed',
    });
  });

  test('of one photo say nothing of another, nor of audiences that were not asked for', async () => {
    const [one, other] = [await newSource(), await newSource()];
    await publishFile(services, { sourceHash: one, audience: 'internal', format: 'review' });
    expect(await statesOf(other, 'internal')).toEqual({ thumb: 'missing', review: 'missing' });
    const files = await listAssetFiles(services, editor, { sourceHash: one, audiences: ['internal'] });
    expect(files.map(({ audience }) => audience)).toEqual(['internal', 'internal']);
    expect(files.find(({ format }) => format === 'review')?.bytes).toBeGreaterThan(0);
  });

  test('are none where a suspension left nothing to read', async () => {
    const sourceHash = await newSource();
    const suspension = { audience: 'partner', policyVersion: 1, fallback: null, reason: 'A wrong mark' };
    await suspendPolicy(services, admin, suspension);
    expect(await statesOf(sourceHash, 'partner')).toEqual({});
  });

  test('are staff’s to see', async () => {
    const member = await insertMember(services, 'teacher');
    const asked = listAssetFiles(services, member, { sourceHash: await newSource(), audiences: ['teacher'] });
    expect(await codeOf(asked)).toBe('forbidden');
  });
});
