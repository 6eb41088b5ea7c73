import { expect, test } from 'vitest';
import { requestDerivative } from '#lib/deliver/request-derivative.ts';
import { activatePolicy } from '#lib/policy/activate-policy.ts';
import { createPolicyVersion } from '#lib/policy/create-policy-version.ts';
import { outputContract } from '#lib/policy/output-contract.ts';
import { approveVersion } from '#lib/review/approve-version.ts';
import { cutoutPortal } from '#test/cutout-portal.ts';
import { seededContract } from '#test/derive-portal.ts';
import { nobody } from '#test/portal.ts';

const { services, admin, editor, addShot, ask, drain, versionsOf } = await cutoutPortal();

test('a format that needs transparency refuses the original, says what helps, and is made once a cut-out is approved', async () => {
  const cutOut = outputContract.parse({
    ...seededContract('public', 'catalog'),
    format: 'cut-out',
    label: 'Cut-out',
    media_type: 'image/png',
    compression: {},
    max_bytes: undefined,
    min_width: undefined,
    alpha: 'required',
    background: undefined,
    watermark: { kind: 'none' },
  });
  const flattened = outputContract.parse({
    ...seededContract('teacher', 'web-small'),
    alpha: 'forbidden',
    background: '#ffffff',
  });
  const contracts = [seededContract('public', 'thumb'), flattened, cutOut];
  const { version } = await createPolicyVersion(services, admin, { audience: 'public', contracts, note: '' });
  await activatePolicy(services, admin, {
    audience: 'public',
    policyVersion: version,
    expectedActive: 1,
    reason: 'test',
  });
  const photo = await addShot();
  const get = (format: string) =>
    requestDerivative(services, nobody, { assetId: photo.assetId, audience: 'public', format });

  await approveVersion(services, editor, { assetId: photo.assetId, version: 1, audiences: ['public'] });
  await drain({}, ['plan', 'derive']);
  expect(await get('web-small')).toMatchObject({ state: 'published' });
  const refused = await get('cut-out');
  expect(refused).toMatchObject({ state: 'failed', code: 'contract_unmet' });
  expect(refused.state === 'failed' && refused.message).toContain('Make a cut-out of it and approve that');

  await ask(photo.assetId);
  await drain();
  // Made, and given to nobody yet.
  expect(await get('cut-out')).toMatchObject({ state: 'failed' });

  await approveVersion(services, editor, { assetId: photo.assetId, version: 2, audiences: ['public'] });
  expect(await drain({}, ['plan', 'derive'])).toMatchObject({ dead: 0 });
  expect(await get('cut-out')).toMatchObject({ state: 'published' });
  expect(await get('web-small')).toMatchObject({ state: 'published' });
  const [, cutout] = await versionsOf(photo.assetId);
  const files = await services.db
    .selectFrom('derivatives')
    .select(['format', 'has_alpha'])
    .where('source_hash', '=', cutout?.source_hash ?? '')
    .orderBy('format')
    .execute();
  expect(files).toEqual([
    { format: 'cut-out', has_alpha: true },
    { format: 'thumb', has_alpha: true },
    // What forbids transparency stands on its own background.
    { format: 'web-small', has_alpha: false },
  ]);
});
