import { beforeAll, describe, expect, test } from 'vitest';
import { approveVersion } from '#lib/review/approve-version.ts';
import { withdrawApproval } from '#lib/review/withdraw-approval.ts';
import type { Services } from '#lib/services.ts';
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
import { openDerivative } from './open-derivative.ts';
import { openOriginal } from './open-original.ts';

const { services } = await testServices();
let editor: Someone;
let teacher: Someone;

beforeAll(async () => {
  ({ editor } = await openPortal(services));
  teacher = await insertMember(services, 'teacher');
});

async function publishedPhoto(asset: { title?: string; filename?: string } = {}) {
  const productId = await insertNamedProduct(services, editor);
  const photo = await insertReadyAsset(services, editor, { ...asset, productId });
  await approveVersion(services, editor, { assetId: photo.assetId, version: 1, audiences: ['teacher'] });
  await publishFile(services, { sourceHash: photo.sourceHash, audience: 'teacher', format: 'web-small' });
  await publishFile(services, { sourceHash: photo.sourceHash, audience: 'teacher', format: 'thumb' });
  const key = { source_hash: photo.sourceHash, audience: 'teacher', policy_version: 1, format: 'web-small' };
  return { ...photo, key };
}

/** Services whose store does something else between the signing and the answer. */
function whileSigning(act: () => Promise<unknown>): Services {
  const store = Object.create(services.store) as Services['store'];
  store.presignGet = async (key, options) => {
    const signed = await services.store.presignGet(key, options);
    await act();
    return signed;
  };
  return { ...services, store };
}

async function auditOf(action: string, subjectId: string) {
  return services.db
    .selectFrom('audit_log')
    .select(['actor_id', 'detail'])
    .where('action', '=', action)
    .where('subject_id', '=', subjectId)
    .execute();
}

describe('a signed URL', () => {
  test('serves the finished bytes with their own type, under the right name', async () => {
    const { key } = await publishedPhoto({ filename: 'ロボット (2).JPG' });
    const opened = await openDerivative(services, teacher, key);
    const response = await fetch(opened.url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="____ (2)-web-small.webp"; filename*=UTF-8''%E3%83%AD%E3%83%9C%E3%83%83%E3%83%88%20%282%29-web-small.webp`,
    );
    expect(await response.text()).toContain('/teacher/1/web-small');
  });

  test('lives for 60 seconds at most', async () => {
    const { key } = await publishedPhoto();
    const { expires_at } = await openDerivative(services, teacher, key);
    expect(expires_at.getTime() - Date.now()).toBeLessThanOrEqual(60_000);
  });

  test('shows in a page where asked to, and always for a thumbnail', async () => {
    const { key } = await publishedPhoto();
    for (const input of [
      { ...key, view: true },
      { ...key, format: 'thumb' },
    ]) {
      const response = await fetch((await openDerivative(services, teacher, input)).url);
      expect(response.headers.get('content-disposition')).toMatch(/^inline; /);
    }
  });

  test('is not handed out when a withdrawal commits while it is being signed', async () => {
    const photo = await publishedPhoto();
    const slow = whileSigning(() => withdrawApproval(services, editor, photo));
    expect(await codeOf(openDerivative(slow, teacher, photo.key))).toBe('not_found');
    expect(await auditOf('derivative.downloaded', `${photo.sourceHash}/teacher/1/web-small`)).toEqual([]);
  });

  test('is issued to nobody once a withdrawal has committed, however many ask meanwhile', async () => {
    const photo = await publishedPhoto();
    let withdrawn = false;
    const ask = async () => {
      const askedAfter = withdrawn;
      const code = await codeOf(openDerivative(services, teacher, photo.key));
      return { askedAfter, issued: code !== 'not_found' };
    };
    const before = Array.from({ length: 20 }, ask);
    const withdrawal = withdrawApproval(services, editor, photo).then(() => {
      withdrawn = true;
    });
    const meanwhile = Array.from({ length: 20 }, ask);
    await withdrawal;
    const answers = await Promise.all([...before, ...meanwhile, ...Array.from({ length: 20 }, ask)]);
    expect(answers.filter(({ askedAfter }) => askedAfter)).toHaveLength(20);
    expect(answers.filter(({ askedAfter, issued }) => askedAfter && issued)).toEqual([]);
  });
});

describe('the record', () => {
  test('names who downloaded which file, and holds no signed URL', async () => {
    const { key, assetId, sourceHash } = await publishedPhoto();
    await openDerivative(services, teacher, key);
    await openDerivative(services, teacher, { ...key, format: 'thumb' });
    const subject = `${sourceHash}/teacher/1/web-small`;
    expect(await auditOf('derivative.downloaded', subject)).toEqual([
      { actor_id: teacher.id, detail: { asset_id: assetId } },
    ]);
    const rows = await services.db.selectFrom('audit_log').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('X-Amz-Signature');
  });
});

describe('an original', () => {
  test('goes to staff under its own name, on record', async () => {
    const { assetId } = await publishedPhoto({ filename: 'Kit (1).jpeg' });
    expect((await openOriginal(services, editor, { assetId })).file_name).toBe('Kit (1).jpeg');
    expect(await auditOf('asset.original_downloaded', assetId)).toMatchObject([{ actor_id: editor.id }]);
  });

  test('never goes to a member', async () => {
    const { assetId } = await publishedPhoto();
    expect(await codeOf(openOriginal(services, teacher, { assetId }))).toBe('forbidden');
  });
});
