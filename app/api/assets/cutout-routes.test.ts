import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { binAsset } from '#lib/review/bin-asset.ts';
import type { Services } from '#lib/services.ts';
import { cutoutPortal } from '#test/cutout-portal.ts';
import { insertToken } from '#test/people.ts';
import { insertCaller, insertMember } from '#test/portal.ts';
import * as job from '../jobs/[id]/route.ts';
import * as previews from './[id]/cutouts/previews/route.ts';
import * as cutouts from './[id]/cutouts/route.ts';
import * as thumbnail from './[id]/thumbnail/route.ts';

const holder = globalThis as typeof globalThis & { __blazonServices?: Services | undefined };
const { services, editor, addShot, drain } = await cutoutPortal();
holder.__blazonServices = services;
afterAll(() => {
  holder.__blazonServices = undefined;
});
const tokenOf = async (id: string) => (await insertToken(services.db, id)).token;
const tokens = {
  editor: await tokenOf(editor.id),
  support: await tokenOf((await insertCaller(services, 'support')).id),
  teacher: await tokenOf((await insertMember(services, 'teacher')).id),
};
const photo = await addShot();

function call(
  handle: typeof cutouts.POST,
  id: string,
  { body, token = tokens.editor, query = '' }: { body?: object; token?: string | null; query?: string },
): Promise<Response> {
  const request = new Request(`http://localhost:3000/api/x${query}`, {
    method: body ? 'POST' : 'GET',
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return handle(request, { params: Promise.resolve({ id }) });
}

const ask = (body: object = {}, token: string | null = tokens.editor, id = photo.assetId) =>
  call(cutouts.POST, id, { body, token });

describe('POST /api/assets/{id}/cutouts', () => {
  it('answers 202 with the job that makes it, and 200 with the version once it is there', async () => {
    const answer = await ask();
    expect(answer.status).toBe(202);
    expect(answer.headers.get('retry-after')).toBe('1');
    const { job_id, status_url, warning } = await answer.json();
    expect(warning).toBeNull();
    expect(status_url).toBe(`/api/jobs/${job_id}`);
    expect(await (await ask()).json()).toMatchObject({ state: 'queued', job_id });
    await drain();
    const told = await (await call(job.GET, job_id, {})).json();
    expect(told).toMatchObject({ state: 'done', version: { asset_id: photo.assetId, version: 2 } });
    const again = await ask();
    expect(again.status).toBe(200);
    expect(await again.json()).toEqual({ state: 'made', version: 2 });
    const small = await call(thumbnail.GET, photo.assetId, { query: '?version=2' });
    expect(small.status).toBe(307);
    const picture = await fetch(small.headers.get('location') ?? '');
    expect((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).format).toBe('jpeg');
  });

  it.each([
    ['a tolerance out of its bounds', 400, { tolerance: 90 }, /from 2 to 40/],
    ['a feather that is no number', 400, { feather_px: 'soft' }, /from 0 to 20 pixels/],
    ['a remover that is not installed', 400, { remover: 'magic' }, /There is backdrop, dark, odd/],
    ['a field that nobody knows', 400, { strength: 1 }, /strength/],
    ['a version that is no original', 404, { from_version: 7 }, /no such original/],
  ])('answers %s with %i and what to do', async (_, status, body, words) => {
    const answer = await ask(body);
    expect(answer.status).toBe(status);
    expect((await answer.json()).detail).toMatch(words);
  });

  it('is for editors: 401 for nobody, 403 for support and members, 404 for what does not exist', async () => {
    expect((await ask({}, null)).status).toBe(401);
    expect((await ask({}, tokens.support)).status).toBe(403);
    expect((await ask({}, tokens.teacher)).status).toBe(403);
    expect((await ask({}, tokens.editor, '018f2f6e-0000-7000-8000-000000000000')).status).toBe(404);
  });

  it('is refused for what is in the bin', async () => {
    const binned = await addShot();
    await binAsset(services, editor, { assetId: binned.assetId });
    const answer = await ask({}, tokens.editor, binned.assetId);
    expect(answer.status).toBe(409);
    expect((await answer.json()).detail).toContain('in the bin');
  });
});

it('tells staff which removers there are, what is under way and what failed', async () => {
  const other = await addShot();
  await ask({ remover: 'odd' }, tokens.editor, other.assetId);
  const look = async (token: string) => call(cutouts.GET, other.assetId, { token });
  const before = await (await look(tokens.support)).json();
  expect(before.removers.map(({ id, licence }: { id: string; licence: string }) => [id, licence])).toEqual([
    ['backdrop', 'MIT'],
    ['dark', 'MIT'],
    ['odd', 'AGPL-3.0-only'],
  ]);
  expect(before.under_way).toMatchObject([{ state: 'waiting', made_how: { remover: { id: 'odd' } } }]);
  await services.db.updateTable('jobs').set({ max_attempts: 1 }).execute();
  await drain();
  const after = await (await look(tokens.support)).json();
  expect(after).toMatchObject({ under_way: [], failed: [{ code: 'internal' }] });
  expect((await look(tokens.teacher)).status).toBe(403);
});

describe('POST /api/assets/{id}/cutouts/previews', () => {
  it('answers the cut-out at reduced size, and makes no version of it', async () => {
    const other = await addShot();
    const answer = await call(previews.POST, other.assetId, { body: { tolerance: 8 } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(Number(answer.headers.get('x-picture-kept'))).toBeGreaterThan(0.05);
    const picture = sharp(Buffer.from(await answer.arrayBuffer()));
    expect((await picture.stats()).isOpaque).toBe(false);
    const versions = services.db.selectFrom('asset_versions').selectAll();
    expect(await versions.where('asset_id', '=', other.assetId).execute()).toHaveLength(1);
  });

  it('answers 422 with what helps where nothing would stay', async () => {
    const answer = await call(previews.POST, photo.assetId, { body: { remover: 'odd' } });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ code: 'cutout_failed', failure: 'internal' });
  });
});
