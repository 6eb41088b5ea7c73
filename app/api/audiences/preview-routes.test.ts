import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import type { Services } from '#lib/services.ts';
import { derivePortal, seededContract } from '#test/derive-portal.ts';
import { insertToken } from '#test/people.ts';
import { noisy } from '#test/pictures.ts';
import { insertMember } from '#test/portal.ts';
import * as previews from './[audience]/previews/route.ts';

const holder = globalThis as typeof globalThis & { __blazonServices?: Services | undefined };
const { services, editor, addPhoto } = await derivePortal();
holder.__blazonServices = services;
afterAll(() => {
  holder.__blazonServices = undefined;
});
const photo = await noisy(200, 100).png().toBuffer().then(addPhoto);
const tokens = {
  editor: (await insertToken(services.db, editor.id)).token,
  teacher: (await insertToken(services.db, (await insertMember(services, 'teacher')).id)).token,
};

function post(body: object, token: string, audience = 'partner'): Promise<Response> {
  const request = new Request(`http://localhost:3000/api/audiences/${audience}/previews`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return previews.POST(request, { params: Promise.resolve({ audience }) });
}

const wanted = { asset_id: photo.assetId, contract: seededContract('partner', 'campaign') };

describe('POST /api/audiences/{a}/previews', () => {
  it('answers the picture itself, described by the finished file and kept by no cache', async () => {
    const answer = await post(wanted, tokens.editor);
    expect(answer.status).toBe(200);
    const body = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(answer.headers.get('content-length')).toBe(String(body.length));
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('x-picture-size')).toBe('200x100');
    expect((await sharp(body).metadata()).format).toBe('jpeg');
    const again = Buffer.from(await (await post(wanted, tokens.editor)).arrayBuffer());
    expect(createHash('sha256').update(again).digest()).toEqual(createHash('sha256').update(body).digest());
  });

  it.each([
    ['an audience that does not exist', 404, {}, 'nobody'],
    ['a photo that does not exist', 404, { asset_id: '018f2f6e-0000-7000-8000-000000000000' }, 'partner'],
    ['a version that does not exist', 404, { version: 9 }, 'partner'],
    [
      'a contract without a mark rule',
      400,
      { contract: { ...wanted.contract, watermark: undefined } },
      'partner',
    ],
    [
      'a contract that the photo cannot meet',
      422,
      { contract: { ...wanted.contract, max_bytes: 1000 } },
      'partner',
    ],
  ])('answers %s with %i', async (_, status, change, audience) => {
    expect((await post({ ...wanted, ...change }, tokens.editor, audience)).status).toBe(status);
  });

  it('is not for members', async () => {
    expect((await post(wanted, tokens.teacher)).status).toBe(403);
  });
});
