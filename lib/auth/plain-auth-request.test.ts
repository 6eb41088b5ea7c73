import { NextRequest } from 'next/server.js';
import { describe, expect, it } from 'vitest';
import { plainAuthRequest } from './plain-auth-request.ts';

const portal = 'http://localhost:3000';

function ask(path: string, init: { method?: string; body?: string; type?: string } = {}) {
  const { method = 'GET', body, type = 'application/x-www-form-urlencoded' } = init;
  const headers = { host: 'localhost:3000', ...(body !== undefined && { 'content-type': type }) };
  const request = new NextRequest(`${portal}/api/auth/${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  return plainAuthRequest(request, path.split('?')[0]?.split('/') ?? [], portal);
}

describe('what next-auth is handed', () => {
  it.each([
    ['a line break', '%0d%0aX-Evil:1', '/'],
    ['a NUL', '%00', '/'],
    ['another site', 'https%3A%2F%2Fevil.example%2Fx', '/'],
    ['another alphabet', '%2Fcatalog%3Fq%3D%E5%86%99%E7%9C%9F', '/catalog?q=%E5%86%99%E7%9C%9F'],
    ['our own address', 'http%3A%2F%2Flocalhost%3A3000%2Freview', '/review'],
  ])('goes back to a path of the portal: %s', async (_, sent, path) => {
    const inQuery = await ask(`signin?callbackUrl=${sent}`);
    expect(inQuery.nextUrl.searchParams.get('callbackUrl')).toBe(path);
    const inBody = await ask('callback/credentials', {
      method: 'POST',
      body: `email=a%40b.c&callbackUrl=${sent}`,
    });
    expect(Object.fromEntries(new URLSearchParams(await inBody.text()))).toEqual({
      email: 'a@b.c',
      callbackUrl: path,
    });
  });

  it('says of an error no more than its name', async () => {
    const errorOf = async (sent: string) =>
      (await ask(`error?error=${sent}`)).nextUrl.searchParams.get('error');
    expect(await errorOf('CredentialsSignin')).toBe('CredentialsSignin');
    for (const sent of ['%00', '%0d%0aX:1', '%E6%97%A5', '/x']) expect(await errorOf(sent)).toBeNull();
  });

  it.each([
    ['GET', 'callback/credentials'],
    ['POST', 'callback/other'],
    ['POST', 'callback'],
    ['POST', 'session'],
    ['POST', '_log'],
    ['GET', '__proto__'],
  ])('is nothing that the portal has no use for: %s %s', async (method, path) => {
    await expect(ask(path, { method })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is a form of bounded size', async () => {
    const post = (body: string, type?: string) =>
      ask('callback/credentials', { method: 'POST', body, ...(type && { type }) });
    await expect(post('{}', 'application/json')).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(post('x'.repeat(20_000))).rejects.toMatchObject({ code: 'too_large' });
  });
});
