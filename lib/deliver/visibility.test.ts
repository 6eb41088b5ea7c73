import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '#lib/auth/actor.ts';
import { approveVersion } from '#lib/review/approve-version.ts';
import { binAsset, restoreAsset } from '#lib/review/bin-asset.ts';
import { withdrawApproval } from '#lib/review/withdraw-approval.ts';
import {
  hashOf,
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
import { codeOf } from '#test/uploads.ts';
import { getCatalogProduct } from './get-catalog-product.ts';
import { listCatalogProducts } from './list-catalog-products.ts';
import { openDerivative } from './open-derivative.ts';
import { readManifest } from './read-manifest.ts';
import { requestDerivative } from './request-derivative.ts';

const { services } = await testServices();
let editor: Someone;

beforeAll(async () => {
  ({ editor } = await openPortal(services));
});

/** An approved photo in a product of its own, with the teacher's thumbnail and slide file published. */
async function approvedPhoto(
  audiences: string[],
  terms: { publish_from?: string; publish_until?: string } = {},
) {
  const productId = await insertNamedProduct(services, editor);
  const photo = await insertReadyAsset(services, editor, { productId });
  await approveVersion(services, editor, { assetId: photo.assetId, version: 1, audiences, ...terms });
  for (const format of ['thumb', 'web-small'])
    await publishFile(services, { sourceHash: photo.sourceHash, audience: 'teacher', format });
  return { ...photo, productId };
}

type Photo = Awaited<ReturnType<typeof approvedPhoto>>;

/** What each way to a photo answers; all of them must agree. */
async function waysTo(caller: Caller, photo: Photo, audience = 'teacher') {
  const key = { source_hash: photo.sourceHash, audience, policy_version: 1, format: 'web-small' };
  const outcome = async (call: Promise<unknown>) => {
    const code = await codeOf(call);
    return code === 'no problem: undefined' ? 'yes' : code;
  };
  const listed = await listCatalogProducts(services, caller, { audience, limit: 100 });
  return {
    listed: listed.items.some(({ id }) => id === photo.productId) ? 'yes' : 'not_found',
    product: await outcome(getCatalogProduct(services, caller, { audience, productId: photo.productId })),
    request: await outcome(
      requestDerivative(services, caller, { assetId: photo.assetId, audience, format: 'web-small' }),
    ),
    file: await outcome(openDerivative(services, caller, key)),
    thumb: await outcome(openDerivative(services, caller, { ...key, format: 'thumb' })),
    manifest: await outcome(readManifest(services, caller, key)),
  };
}

const all = (answer: string) => ({
  listed: answer,
  product: answer,
  request: answer,
  file: answer,
  thumb: answer,
  manifest: answer,
});

describe('an audience', () => {
  test('sees what was approved for it', async () => {
    const photo = await approvedPhoto(['teacher']);
    expect(await waysTo(await insertMember(services, 'teacher'), photo)).toEqual(all('yes'));
  });

  test('never sees what was approved for another', async () => {
    const photo = await approvedPhoto(['partner']);
    expect(await waysTo(await insertMember(services, 'teacher'), photo)).toEqual(all('not_found'));
  });

  test('never gets the files of another under that one’s name', async () => {
    const photo = await approvedPhoto(['teacher', 'partner']);
    expect(await waysTo(await insertMember(services, 'partner'), photo)).toEqual(all('not_found'));
  });

  test('loses a binned photo, and has it again once it is brought back', async () => {
    const photo = await approvedPhoto(['teacher']);
    const teacher = await insertMember(services, 'teacher');
    await binAsset(services, editor, photo);
    expect(await waysTo(teacher, photo)).toEqual(all('not_found'));
    await restoreAsset(services, editor, photo);
    expect(await waysTo(teacher, photo)).toEqual(all('yes'));
  });

  test('loses a photo whose approval was withdrawn', async () => {
    const photo = await approvedPhoto(['teacher']);
    await withdrawApproval(services, editor, photo);
    expect(await waysTo(await insertMember(services, 'teacher'), photo)).toEqual(all('not_found'));
  });

  test('loses a photo that was approved anew without it', async () => {
    const photo = await approvedPhoto(['teacher']);
    await approveVersion(services, editor, { assetId: photo.assetId, version: 1, audiences: ['partner'] });
    expect(await waysTo(await insertMember(services, 'teacher'), photo)).toEqual(all('not_found'));
  });

  test.each([
    ['not yet open', { publish_from: '2999-01-01' }, 'not_found'],
    ['over', { publish_until: '2020-01-01' }, 'not_found'],
    ['open', { publish_from: '2020-01-01', publish_until: '2999-01-01' }, 'yes'],
  ])('sees a photo only while its window is open: %s', async (_state, terms, answer) => {
    const photo = await approvedPhoto(['teacher'], terms);
    expect(await waysTo(await insertMember(services, 'teacher'), photo)).toEqual(all(answer));
  });

  test('limited to listed products sees those and no other', async () => {
    const [inside, outside] = [await approvedPhoto(['teacher']), await approvedPhoto(['teacher'])];
    const teacher = await insertMember(services, 'teacher', [inside.productId]);
    expect(await waysTo(teacher, inside)).toEqual(all('yes'));
    expect(await waysTo(teacher, outside)).toEqual(all('not_found'));
  });

  test('limited to listed products of which none is left sees nothing', async () => {
    const photo = await approvedPhoto(['teacher']);
    expect(await waysTo(await insertMember(services, 'teacher', []), photo)).toEqual(all('not_found'));
  });

  test('is left at once by a member whose membership ends or whose account is disabled', async () => {
    const photo = await approvedPhoto(['teacher']);
    const [moved, disabled] = [
      await insertMember(services, 'teacher'),
      await insertMember(services, 'teacher'),
    ];
    await services.db.deleteFrom('memberships').where('user_id', '=', moved.id).execute();
    await services.db
      .updateTable('users')
      .set({ disabled_at: sql`clock_timestamp()` })
      .where('id', '=', disabled.id)
      .execute();
    expect(await waysTo(moved, photo)).toEqual(all('not_found'));
    expect(await waysTo(disabled, photo)).toEqual(all('not_found'));
  });
});

describe('the public', () => {
  test('is asked to sign in for any other audience, whether it exists or not', async () => {
    const photo = await approvedPhoto(['teacher']);
    const key = { source_hash: photo.sourceHash, policy_version: 1, format: 'thumb' };
    for (const audience of ['teacher', 'no-such-audience'])
      expect(await codeOf(openDerivative(services, nobody, { ...key, audience }))).toBe('unauthenticated');
  });

  test('sees public photos without signing in, and so does every member', async () => {
    const photo = await approvedPhoto(['public']);
    await publishFile(services, { sourceHash: photo.sourceHash, audience: 'public', format: 'catalog' });
    const key = { source_hash: photo.sourceHash, audience: 'public', policy_version: 1, format: 'catalog' };
    for (const caller of [nobody, await insertMember(services, 'partner')])
      await expect(openDerivative(services, caller, key)).resolves.toMatchObject({ media_type: 'image/png' });
  });
});

describe('staff', () => {
  test.each(['admin', 'editor', 'support', 'operator'] as const)(
    'see every audience’s files without a membership: %s',
    async (role) => {
      const photo = await approvedPhoto(['teacher']);
      expect(await waysTo(await insertCaller(services, role), photo)).toEqual(all('yes'));
    },
  );

  test('are given no file after a withdrawal either, but still the manifest that explains it', async () => {
    const photo = await approvedPhoto(['teacher']);
    await withdrawApproval(services, editor, photo);
    expect(await waysTo(editor, photo)).toEqual({ ...all('not_found'), manifest: 'yes' });
  });
});

describe('a master that two assets share', () => {
  test('is readable through the one that is left, under that one’s name', async () => {
    const [mine, other] = [
      await insertNamedProduct(services, editor),
      await insertNamedProduct(services, editor),
    ];
    const master = `shared ${mine}`;
    const first = await insertReadyAsset(services, editor, {
      productId: mine,
      filename: 'first.jpg',
      master,
    });
    const second = await insertReadyAsset(services, editor, {
      productId: other,
      filename: 'second.jpg',
      master,
    });
    for (const { assetId } of [first, second])
      await approveVersion(services, editor, { assetId, version: 1, audiences: ['teacher'] });
    await publishFile(services, { sourceHash: hashOf(master), audience: 'teacher', format: 'web-small' });
    const teacher = await insertMember(services, 'teacher');
    const key = {
      source_hash: hashOf(master),
      audience: 'teacher',
      policy_version: 1,
      format: 'web-small',
      assetId: first.assetId,
    };
    expect((await openDerivative(services, teacher, key)).file_name).toBe('first-web-small.webp');
    await withdrawApproval(services, editor, first);
    expect((await openDerivative(services, teacher, key)).file_name).toBe('second-web-small.webp');
    await withdrawApproval(services, editor, second);
    expect(await codeOf(openDerivative(services, teacher, key))).toBe('not_found');
  });

  test('is not readable by a member who may only see the asset whose approval ended', async () => {
    const [mine, other] = [
      await insertNamedProduct(services, editor),
      await insertNamedProduct(services, editor),
    ];
    const master = `listed ${mine}`;
    const first = await insertReadyAsset(services, editor, { productId: mine, master });
    const second = await insertReadyAsset(services, editor, { productId: other, master });
    await approveVersion(services, editor, { assetId: second.assetId, version: 1, audiences: ['teacher'] });
    await publishFile(services, { sourceHash: first.sourceHash, audience: 'teacher', format: 'thumb' });
    const teacher = await insertMember(services, 'teacher', [mine]);
    const key = { source_hash: first.sourceHash, audience: 'teacher', policy_version: 1, format: 'thumb' };
    expect(await codeOf(openDerivative(services, teacher, key))).toBe('not_found');
  });
});
