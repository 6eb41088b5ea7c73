import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#lib/auth/actor.ts';
import { approveVersion } from '#lib/review/approve-version.ts';
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
import { getCatalogProduct } from './get-catalog-product.ts';
import { listCatalogProducts } from './list-catalog-products.ts';
import { listReadableAudiences } from './list-readable-audiences.ts';
import { openDerivative } from './open-derivative.ts';

const { services } = await testServices();
const audiences = ['teacher', 'partner', 'public'] as const;
let support: Someone;
let eyes: Record<(typeof audiences)[number], Caller>;
let products: string[];
let sourceHash: string;

beforeAll(async () => {
  const { editor } = await openPortal(services);
  support = await insertCaller(services, 'support');
  eyes = {
    teacher: await insertMember(services, 'teacher'),
    partner: await insertMember(services, 'partner'),
    public: nobody,
  };
  products = [];
  // Each audience gets other photos, and of the third product none.
  for (const approved of [['teacher', 'partner', 'public'], ['partner'], []]) {
    const productId = await insertNamedProduct(services, editor);
    products.push(productId);
    const photo = await insertReadyAsset(services, editor, { productId });
    if (approved.length > 0)
      await approveVersion(services, editor, { assetId: photo.assetId, version: 1, audiences: approved });
    sourceHash ??= photo.sourceHash;
    for (const audience of approved)
      await publishFile(services, { sourceHash: photo.sourceHash, audience, format: 'thumb' });
  }
  await publishFile(services, { sourceHash, audience: 'partner', format: 'campaign' });
});

async function seen(caller: Caller, audience: string) {
  const { items } = await listCatalogProducts(services, caller, { audience, limit: 100 });
  const details = await Promise.all(
    products.map((productId) =>
      getCatalogProduct(services, caller, { audience, productId }).catch((error) => error.code),
    ),
  );
  return { items, details };
}

describe('staff who view the catalog as an audience', () => {
  test.each(audiences)('see exactly what %s sees: products, photos and formats', async (audience) => {
    const own = await seen(eyes[audience], audience);
    expect(own.items.length).toBeGreaterThan(0);
    expect(await seen(support, audience)).toEqual(own);
  });

  test('may choose each audience, and find one of which there is nothing empty', async () => {
    const choices = await listReadableAudiences(services, support);
    expect(choices.map(({ slug }) => slug)).toEqual(expect.arrayContaining([...audiences, 'internal']));
    expect((await seen(support, 'internal')).items).toEqual([]);
  });

  test('download its file and no other, on record under their own name', async () => {
    const name = { source_hash: sourceHash, policy_version: 1 };
    await openDerivative(services, support, { ...name, audience: 'partner', format: 'campaign' });
    const row = await services.db
      .selectFrom('audit_log')
      .select(['actor_id', 'action', 'subject_id'])
      .where('action', '=', 'derivative.downloaded')
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ actor_id: support.id, subject_id: `${sourceHash}/partner/1/campaign` });
    await expect(
      openDerivative(services, support, { ...name, audience: 'teacher', format: 'campaign' }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});
