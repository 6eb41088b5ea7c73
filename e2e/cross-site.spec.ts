import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { call, portalUrl, signIn } from './sign-in.ts';

/**
 * Another page of the same site, as a sibling subdomain is: SameSite=Lax lets the browser send the session along, so
 * only the portal's own look at the origin is left.
 */
let stranger: http.Server;
let strangerUrl: string;

test.beforeAll(async () => {
  stranger = http.createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(
      '<!doctype html><title>Stranger</title><form method="post" enctype="multipart/form-data"></form>',
    );
  });
  await new Promise<void>((resolve) => stranger.listen(0, 'localhost', resolve));
  strangerUrl = `http://localhost:${(stranger.address() as AddressInfo).port}/`;
});

test.afterAll(() => {
  stranger.closeAllConnections();
  stranger.close();
});

test('a page of another origin cannot call the API with a person’s session', async ({ page }) => {
  await signIn(page, 'editor@blazon.test');
  await page.goto(strangerUrl);
  // 403, not 401: the session came along, and was not taken.
  expect(await postToApi(page, { name: 'Made by a stranger' })).toBe(403);
  const { items } = await call<{ items: { name: string }[] }>(page, 'GET', '/api/products?limit=100');
  expect(items.map(({ name }) => name)).not.toContain('Made by a stranger');
});

test('a page of another origin cannot run a server action with a person’s session', async ({ page }) => {
  await signIn(page, 'editor@blazon.test');
  const action = await signOutAction(page);
  await page.goto(strangerUrl);
  await post(page, action);
  expect(await isSignedIn(page)).toBe(true);

  // The very same post from a page of the portal is done: it was the origin that stopped it.
  await page.goto(portalUrl('/catalog'));
  await post(page, action);
  expect(await isSignedIn(page)).toBe(false);
});

test('a session is not sent at all from another site', async ({ page }) => {
  await signIn(page, 'editor@blazon.test');
  await page.goto(strangerUrl.replace('localhost', '127.0.0.1'));
  expect(await postToApi(page, { name: 'Made by a stranger' })).toBe(401);
});

/** As any page may: the browser adds what cookies it lets go. @returns the portal's status, which the page never sees */
async function postToApi(page: Page, body: object): Promise<number> {
  const address = portalUrl('/api/products');
  const answered = page.waitForResponse(address);
  await page.evaluate(
    ([to = '', text = '']) =>
      fetch(to, { method: 'POST', mode: 'no-cors', credentials: 'include', body: text }).then(
        () => undefined,
      ),
    [address, JSON.stringify(body)],
  );
  return (await answered).status();
}

/** The name of the field by which the form of the account menu calls its server action. */
async function signOutAction(page: Page): Promise<string> {
  const html = await (await page.request.get(portalUrl('/catalog'))).text();
  const form = html.split('<form').find((each) => each.includes('Sign out')) ?? '';
  const name = /name="(\$ACTION_ID_[0-9a-f]+)"/.exec(form)?.[1];
  if (!name) throw new Error('the sign-out form names no action');
  return name;
}

/** Submits a form of this page to the portal, and waits for what comes of it. */
async function post(page: Page, action: string): Promise<void> {
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url() === portalUrl('/catalog'),
  );
  await page.evaluate(
    ([name, address]) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: address });
      const field = Object.assign(document.createElement('input'), { type: 'hidden', name, value: '' });
      form.append(field);
      document.body.append(form);
      form.submit();
    },
    [action, portalUrl('/catalog')],
  );
  await answered;
}

async function isSignedIn(page: Page): Promise<boolean> {
  const answer = await page.request.get(portalUrl('/library'), { maxRedirects: 0 });
  return answer.status() === 200;
}
