import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCatalogProduct } from '#lib/deliver/get-catalog-product.ts';
import { listCatalogProducts } from '#lib/deliver/list-catalog-products.ts';
import { readManifest } from '#lib/deliver/read-manifest.ts';
import { exifFacts } from '#lib/ingest/exif-facts.ts';
import { drainJobs } from '#lib/jobs/drain-jobs.ts';
import { enqueueJob } from '#lib/jobs/enqueue-jobs.ts';
import type { Role } from '#lib/lifecycle.ts';
import type { Services } from '#lib/services.ts';
import { approve, derivePortal, handlers, jobFor, type Photo } from '#test/derive-portal.ts';
import { loudPictures, secret } from '#test/loud-pictures.ts';
import { arriveWith } from '#test/page-request.ts';
import { insertToken, sessionCookie } from '#test/people.ts';
import { insertCaller, insertMember, nobody, type Someone } from '#test/portal.ts';
import * as asset from './[id]/route.ts';
import * as assets from './route.ts';

// After the request scope is replaced, which the page reads as it is loaded.
const { default: LibrarySubject } = await import('#app/(portal)/library/[id]/page.tsx');
const holder = globalThis as typeof globalThis & { __blazonServices?: Services | undefined };
const { services, editor, addPhoto } = await derivePortal();
const readers = { public: nobody, teacher: await insertMember(services, 'teacher') };
let photo: Photo;

beforeAll(async () => {
  holder.__blazonServices = services;
  const [, makeJpeg] = loudPictures.find(([type]) => type === 'JPEG') ?? [];
  const bytes = (await makeJpeg?.()) ?? Buffer.alloc(0);
  photo = await addPhoto(bytes);
  const exif = exifFacts((await sharp(bytes).metadata()).exif);
  await services.db
    .updateTable('masters')
    .set({ exif: JSON.stringify(exif) })
    .where('sha256', '=', photo.sha256)
    .execute();
  await approve(services, editor, photo, ['public', 'teacher']);
  for (const audience of ['public', 'teacher'])
    await enqueueJob(services.db, jobFor(photo, audience, 'thumb'));
  expect(await drainJobs(services, handlers, { budgetMs: 20_000 })).toMatchObject({ done: 2, dead: 0 });
});
afterAll(() => {
  holder.__blazonServices = undefined;
});

async function get(path: string, reader: Someone): Promise<Response> {
  const { token } = await insertToken(services.db, reader.id);
  const request = new Request(`http://localhost:3000${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (path.includes('?')) return assets.GET(request, { params: Promise.resolve({}) });
  return asset.GET(request, { params: Promise.resolve({ id: photo.assetId }) });
}

const roles: [Role, number, boolean][] = [
  ['admin', 200, true],
  ['editor', 200, true],
  ['support', 200, false],
  ['operator', 200, false],
  ['member', 403, false],
];

describe('what a camera wrote of place, device and owner', () => {
  it.each(roles)('for %s: the API answers %i, with EXIF: %s', async (role, status, sees) => {
    const reader = await insertCaller(services, role);
    const one = await get(`/api/assets/${photo.assetId}`, reader);
    expect(one.status).toBe(status);
    expect((await one.text()).includes(secret)).toBe(sees);
    const many = await get('/api/assets?limit=10', reader);
    expect((await many.text()).includes(secret)).toBe(false);
  });

  it.each(roles)('for %s: the page is given as much as the API gives', async (role, status, sees) => {
    const reader = await insertCaller(services, role);
    arriveWith({ cookie: await sessionCookie(services.env, reader.id) });
    const page = LibrarySubject({
      params: Promise.resolve({ id: photo.assetId }),
      searchParams: Promise.resolve({}),
    });
    if (status !== 200) return await expect(page).rejects.toThrow('NEXT_HTTP_ERROR_FALLBACK;404');
    const { asset: shown } = (await page).props as { asset: object };
    expect(JSON.stringify(shown).includes(secret)).toBe(sees);
  });

  it.each(['public', 'teacher'] as const)(
    'never reaches the %s audience, in lists, photos or manifests',
    async (audience) => {
      const caller = readers[audience];
      const { items } = await listCatalogProducts(services, caller, { audience });
      const [product] = items;
      const detail = await getCatalogProduct(services, caller, { audience, productId: product?.id ?? '' });
      const name = { source_hash: photo.sha256, audience, policy_version: 1, format: 'thumb' };
      const manifest = await readManifest(services, caller, name);
      const answers = JSON.stringify([items, detail, manifest]);
      expect(answers).toContain(photo.sha256);
      for (const word of [secret, 'exif', 'GPS', 'MakerNote'])
        expect(answers.includes(word), word).toBe(false);
    },
  );
});
