import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { routeModules } from '#app/api/route-modules.ts';
import { specsOf } from '#lib/openapi.ts';
import { createPolicyVersion } from '#lib/policy/create-policy-version.ts';
import type { OutputContract } from '#lib/policy/output-contract.ts';
import { seededPolicies } from '#lib/policy/seeded-policies.ts';
import { sendMarkImage, uploadMarkImage } from '#test/mark-images.ts';
import { insertNamedProduct } from '#test/portal.ts';
import { storageEvent, uploadOf } from '#test/uploads.ts';
import { type Act, auditPortal } from './audit-portal.ts';
import { auditThings } from './audit-things.ts';

const portal = await auditPortal();
const { services, admin, editor, call, picture } = portal;
const { env } = services;

const contracts = seededPolicies.find(({ slug }) => slug === 'teacher')?.contracts as OutputContract[];
const productId = await insertNamedProduct(services, editor);
const json = { contracts, note: 'A note' };

const { photo, publishedPhoto, landed, audience } = auditThings(portal);

const grid = 'a small picture of a grid, which would write dozens of rows that say nothing';
const staffPreview = 'drawn for staff from what they may see, and kept nowhere';

/** Each operation of the API. What happens before `act` is called is not watched. */
const acts: Record<string, () => Promise<Act> | Act> = {
  'POST /api/products': () => ({
    records: ['product.created'],
    act: () => call('POST /api/products', editor, { body: { name: 'A kit' } }),
  }),
  'GET /api/products': () => ({ reads: 'a list' }),
  'GET /api/products/[id]': () => ({ reads: 'one of the list' }),
  'POST /api/assets': () => {
    const headers = { 'idempotency-key': randomUUID() };
    return {
      records: ['asset.requested'],
      act: () => call('POST /api/assets', editor, { body: uploadOf(productId, 1000), headers }),
    };
  },
  'GET /api/assets': () => ({ reads: 'a list' }),
  'GET /api/assets/[id]': () => ({ reads: 'one of the list' }),
  'DELETE /api/assets/[id]': async () => {
    const { assetId: id } = await photo();
    return {
      records: ['asset.binned'],
      act: () => call('DELETE /api/assets/[id]', editor, { params: { id } }),
    };
  },
  'PUT /api/assets/[id]/approval': async () => {
    const { assetId: id } = await photo();
    return {
      records: ['asset.approved'],
      act: () => call('PUT /api/assets/[id]/approval', editor, { params: { id }, body: { version: 1 } }),
    };
  },
  'DELETE /api/assets/[id]/approval': async () => {
    const { assetId: id } = await publishedPhoto();
    return {
      records: ['asset.approval_withdrawn'],
      act: () => call('DELETE /api/assets/[id]/approval', editor, { params: { id } }),
    };
  },
  'GET /api/assets/[id]/cutouts': () => ({ reads: 'a list' }),
  'POST /api/assets/[id]/cutouts': async () => {
    const { assetId: id } = await portal.addShot();
    return {
      records: ['asset.cutout_requested'],
      act: () => call('POST /api/assets/[id]/cutouts', editor, { params: { id }, body: {} }),
    };
  },
  'POST /api/assets/[id]/cutouts/previews': () => ({ reads: staffPreview }),
  'GET /api/assets/[id]/original': async () => {
    const { assetId: id } = await photo();
    return {
      records: ['asset.original_downloaded'],
      act: () => call('GET /api/assets/[id]/original', editor, { params: { id } }),
    };
  },
  'GET /api/assets/[id]/thumbnail': () => ({ reads: grid }),
  'GET /api/audit': () => ({ reads: 'a list' }),
  'GET /api/audit/export': () => ({
    records: ['audit.exported'],
    act: () => call('GET /api/audit/export', admin),
  }),
  'GET /api/audiences': () => ({ reads: 'a list' }),
  'POST /api/audiences': () => {
    const slug = `a-${randomUUID().slice(0, 8)}`;
    return {
      records: ['audience.created'],
      act: () =>
        call('POST /api/audiences', admin, { body: { slug, name: slug, purpose: 'partner campaign' } }),
    };
  },
  'GET /api/audiences/[audience]/policies': () => ({ reads: 'a list' }),
  'POST /api/audiences/[audience]/policies': () => ({
    records: ['policy.version_created'],
    act: () =>
      call('POST /api/audiences/[audience]/policies', admin, {
        params: { audience: 'partner' },
        body: json,
      }),
  }),
  'GET /api/audiences/[audience]/policies/[version]/impact': () => ({ reads: 'what would be' }),
  'POST /api/audiences/[audience]/activations': async () => {
    const slug = await audience(1);
    await createPolicyVersion(services, admin, { audience: slug, ...json });
    return {
      records: ['policy.activated'],
      act: () =>
        call('POST /api/audiences/[audience]/activations', admin, {
          params: { audience: slug },
          body: { policy_version: 2, expected_active: 1, reason: 'A reason' },
        }),
    };
  },
  'POST /api/audiences/[audience]/suspensions': async () => {
    const slug = await audience(2);
    return {
      records: ['policy.suspended'],
      act: () =>
        call('POST /api/audiences/[audience]/suspensions', admin, {
          params: { audience: slug },
          body: { policy_version: 2, fallback: 1, reason: 'A reason' },
        }),
    };
  },
  'POST /api/audiences/[audience]/previews': () => ({ reads: staffPreview }),
  'POST /api/derivatives': async () => {
    const { assetId } = await publishedPhoto();
    const body = { asset_id: assetId, audience: 'partner', format: 'catalog' };
    const offered = seededPolicies.find(({ slug }) => slug === 'partner')?.contracts ?? [];
    const format = offered.find((each) => each.format !== 'campaign')?.format ?? '';
    return {
      records: ['derivative.requested'],
      act: () => call('POST /api/derivatives', editor, { body: { ...body, format } }),
    };
  },
  'GET /api/derivatives/[sourceHash]/[audience]/[policyVersion]/[format]': async () => {
    const { params } = await publishedPhoto();
    const operation = 'GET /api/derivatives/[sourceHash]/[audience]/[policyVersion]/[format]';
    return { records: ['derivative.downloaded'], act: () => call(operation, editor, { params }) };
  },
  'GET /api/derivatives/[sourceHash]/[audience]/[policyVersion]/[format]/manifest': () => ({
    reads: 'words about a file, without its pixels',
  }),
  'POST /api/events/storage': async () => {
    const { object_key } = await landed();
    return {
      records: ['asset.uploaded'],
      act: () =>
        call('POST /api/events/storage', env.EVENTS_SECRET, {
          body: storageEvent(env.S3_BUCKET, object_key),
        }),
    };
  },
  'GET /api/health/live': () => ({ reads: 'a probe' }),
  'GET /api/health/ready': () => ({ reads: 'a probe' }),
  'GET /api/jobs/[id]': () => ({ reads: 'one job' }),
  'POST /api/jobs/run': async () => {
    await services.db.deleteFrom('jobs').execute();
    const { object_key } = await landed();
    await call('POST /api/uploads/complete', editor, { body: { key: object_key } });
    return { records: ['asset.ready'], act: () => call('POST /api/jobs/run', env.JOBS_SECRET) };
  },
  'GET /api/mark-images': () => ({ reads: 'a list' }),
  'POST /api/mark-images': () => ({
    records: ['mark_image.requested'],
    act: () =>
      call('POST /api/mark-images', admin, {
        body: { name: 'Logo', content_type: 'image/png', byte_size: 100 },
      }),
  }),
  'DELETE /api/mark-images/[image]': async () => {
    const { image_id: image } = await uploadMarkImage(services, admin, await picture());
    return {
      records: ['mark_image.retired'],
      act: () => call('DELETE /api/mark-images/[image]', admin, { params: { image } }),
    };
  },
  'GET /api/mark-images/[image]/thumbnail': () => ({ reads: grid }),
  'POST /api/mark-images/complete': async () => {
    const upload_id = await sendMarkImage(services, admin, await picture());
    return {
      records: ['mark_image.added'],
      act: () => call('POST /api/mark-images/complete', admin, { body: { upload_id } }),
    };
  },
  'GET /api/metrics': () => ({ reads: 'counts' }),
  'GET /api/openapi.json': () => ({ reads: 'a description' }),
  'POST /api/trace': () => ({ reads: 'what a file is; what was sent is kept nowhere' }),
  'POST /api/uploads/complete': async () => {
    const { object_key } = await landed();
    return {
      records: ['asset.uploaded'],
      act: () => call('POST /api/uploads/complete', editor, { body: { key: object_key } }),
    };
  },
  'POST /api/uploads/sign': () => ({
    reads: 'another URL for an upload whose request is on record, and for nothing else',
  }),
};

const operations = Object.entries(routeModules).flatMap(([path, module]) =>
  specsOf(module).map(([method]) => `${method} ${path}`),
);

describe('the audit log holds what each route does', () => {
  it('and each route says what that is', () => {
    expect(Object.keys(acts).sort()).toEqual(operations.sort());
  });

  it.each(Object.keys(acts))('%s', async (operation) => {
    const entry = await acts[operation]?.();
    if (!entry || 'reads' in entry) return;
    const { actions, unaudited } = await portal.watch(entry.act);
    for (const action of entry.records) expect(actions).toContain(action);
    expect(unaudited).toEqual([]);
  });
});

describe('twenty equal requests under one id have one effect', () => {
  const writes = Object.keys(acts).filter((operation) => !operation.startsWith('GET '));

  it.each(writes)('%s', async (operation) => {
    portal.sendUnder('');
    const entry = await acts[operation]?.();
    if (!entry || 'reads' in entry) return;
    portal.sendUnder(randomUUID());
    const answers: PromiseSettledResult<unknown>[] = [];
    const { actions } = await portal.watch(async () => {
      answers.push(...(await Promise.allSettled(Array.from({ length: 20 }, entry.act))));
      // Whoever was told to come back is told what the first was.
      answers.push(...(await Promise.allSettled([entry.act()])));
    });
    for (const action of entry.records) expect(actions.filter((each) => each === action)).toHaveLength(1);
    for (const answer of answers)
      if (answer.status === 'rejected') expect(String(answer.reason)).toContain('request_in_progress');
    expect(answers.at(-1)?.status).toBe('fulfilled');
  });
});
