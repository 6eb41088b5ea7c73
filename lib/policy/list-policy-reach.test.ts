import { beforeAll, expect, test } from 'vitest';
import { approveVersion } from '#lib/review/approve-version.ts';
import { withdrawApproval } from '#lib/review/withdraw-approval.ts';
import { insertNamedProduct, insertReadyAsset, openPortal, publishFile, type Someone } from '#test/portal.ts';
import { testServices } from '#test/services.ts';
import { createPolicyVersion } from './create-policy-version.ts';
import { listPolicyReach } from './list-policy-reach.ts';
import { seededPolicies } from './seeded-policies.ts';

const { services } = await testServices();
let admin: Someone;
let editor: Someone;

beforeAll(async () => {
  ({ admin, editor } = await openPortal(services));
});

test('a version promises its files for what is approved, counts what is there, and leaves out what is asked for', async () => {
  const audience = 'teacher';
  const reach = () => listPolicyReach(services, admin, { audience });
  expect(await reach()).toEqual([{ version: 1, photos: 0, promised: 0, made: 0, failed: 0 }]);

  const productId = await insertNamedProduct(services, editor);
  const photos = await Promise.all(
    ['one', 'two'].map((master) => insertReadyAsset(services, editor, { productId, master })),
  );
  // A second asset of the same bytes is the same file.
  const twin = await insertReadyAsset(services, editor, { productId, master: 'one' });
  for (const { assetId } of [...photos, twin])
    await approveVersion(services, editor, { assetId, version: 1, audiences: [audience] });
  const sourceHash = photos[0]?.sourceHash ?? '';
  await publishFile(services, { sourceHash, audience, format: 'thumb' });
  await publishFile(services, { sourceHash, audience, format: 'print' });
  const contracts = [...(seededPolicies.find(({ slug }) => slug === audience)?.contracts ?? [])];
  await createPolicyVersion(services, admin, { audience, contracts: contracts.slice(0, 1), note: '' });

  expect(await reach()).toEqual([
    { version: 1, photos: 2, promised: 4, made: 1, failed: 0 },
    { version: 2, photos: 2, promised: 2, made: 0, failed: 0 },
  ]);
  await withdrawApproval(services, editor, { assetId: photos[1]?.assetId ?? '' });
  expect((await reach())[0]).toMatchObject({ photos: 1, promised: 2, made: 1 });
});
