import { expect, type Route, test } from '@playwright/test';
import { brokenPhoto, photo, scan } from './photos.ts';
import { call, signIn } from './sign-in.ts';
import { openStore, storeOrigin } from './store.ts';
import { choose, expectState, openNewProduct, panel, row, slowDown, whenReady } from './upload-panel.ts';

const editor = 'editor@blazon.test';

interface Listed {
  items: { asset_id: string; filename: string; status: string }[];
}

test.beforeEach(async ({ page }) => {
  await signIn(page, editor);
});

test('of several files the sound ones arrive and the broken one says why', async ({ page }) => {
  const product = await openNewProduct(page, 'One broken among them');
  await choose(page, [
    await photo('front.jpg', 10),
    await brokenPhoto('half.jpg', 20),
    await photo('x (2) \u202f🎒 صورة.jpg', 30),
    { name: 'phone.heic', mimeType: '', buffer: Buffer.alloc(2000, 7) },
    { name: 'kit.png', mimeType: 'image/png', buffer: Buffer.from('<!doctype html><p>Kit</p>') },
  ]);
  await expectState(page, 'phone.heic', /refused/);
  await expect(row(page, 'phone.heic')).toContainText(
    'HEIC photos are not accepted. Export the photo as JPEG',
  );
  await expectState(page, 'front.jpg', /ready/);
  await expectState(page, '🎒', /ready/);
  await expectState(page, 'half.jpg', /failed/);
  await expect(row(page, 'half.jpg')).toContainText('The picture is damaged');
  await expectState(page, 'kit.png', /failed/);
  await expect(row(page, 'kit.png')).toContainText('Web pages are not accepted');

  // The page behind the panel has followed without a reload.
  await expect(page.getByText('2 of 5 photos')).toBeVisible();
  const { items } = await call<Listed>(page, 'GET', `/api/assets?product_id=${product.id}`);
  expect(items.map(({ filename }) => filename)).toContain('x (2) \u202f🎒 صورة.jpg');
});

test('a file dropped on the library is asked which product it belongs to', async ({ page }) => {
  await whenReady(page);
  const { name, mimeType, buffer } = await photo('dropped.jpg', 40);
  const transfer = await page.evaluateHandle(
    ([title, type, base64]) => {
      const bytes = Uint8Array.from(atob(base64 as string), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], title as string, { type: type as string }));
      return data;
    },
    [name, mimeType, buffer.toString('base64')],
  );
  await page.dispatchEvent('main', 'dragenter', { dataTransfer: transfer });
  await expect(page.getByText('You are asked which product they belong to.')).toBeVisible();
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
  const dialog = page.getByRole('dialog', { name: 'Where does this photo belong?' });
  await dialog.getByLabel('Product').selectOption('A new product');
  const product = `Dropped ${Date.now()}`;
  await dialog.getByLabel('Name of the new product').fill(product);
  await dialog.getByRole('button', { name: 'Create and upload' }).click();
  await expectState(page, 'dropped.jpg', /ready/);

  // The panel stays while one goes from page to page.
  await page.getByRole('navigation', { name: 'Products' }).getByText(product).click();
  await expect(page.getByRole('heading', { level: 1, name: product })).toBeVisible();
  await expectState(page, 'dropped.jpg', /ready/);
});

test('a permission that ran out is a state with a button, and the retry signs afresh', async ({ page }) => {
  await openNewProduct(page, 'Slept too long');
  const store = await storeOrigin(page);
  let signed = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/uploads/sign')) signed += 1;
  });
  await page.route(
    (url) => url.origin === store,
    (route) => refuse(route, 403, 'AccessDenied', 'Request has expired'),
    { times: 2 },
  );
  await choose(page, [await photo('late.jpg', 50)]);
  await expectState(page, 'late.jpg', /stopped/);
  await expect(row(page, 'late.jpg')).toContainText('The permission to send this file ran out');
  expect(signed).toBe(1);
  await page.unrouteAll();
  await row(page, 'late.jpg').getByRole('button', { name: 'Try again' }).click();
  await expectState(page, 'late.jpg', /ready/);
  expect(signed).toBe(2);
});

test('a signing call that fails is an error with a retry, never a stall at 0 %', async ({ page }) => {
  await openNewProduct(page, 'Signing fails');
  await page.route('**/api/uploads/sign', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await choose(page, [await photo('unsigned.jpg', 60)]);
  await expectState(page, 'unsigned.jpg', /stopped/);
  await expect(row(page, 'unsigned.jpg')).toContainText('The portal does not answer as it should');
  await page.unrouteAll();
  await row(page, 'unsigned.jpg').getByRole('button', { name: 'Try again' }).click();
  await expectState(page, 'unsigned.jpg', /ready/);
});

test('bytes that are there already (412) are taken as sent', async ({ page }) => {
  const product = await openNewProduct(page, 'Sent twice');
  const store = await storeOrigin(page);
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().startsWith(store) && response.request().method() === 'PUT')
      statuses.push(response.status());
  });
  // The first PUT arrives; its answer does not.
  let lost = false;
  await page.route(
    (url) => url.origin === store,
    async (route) => {
      if (lost || route.request().method() !== 'PUT') return route.continue();
      lost = true;
      await route.fetch();
      await route.abort('connectionreset');
    },
  );
  // The store tells the portal of the first one at once, so the file may be a photo before it is sent again.
  await choose(page, [await photo('twice.jpg', 70)]);
  await expectState(page, 'twice.jpg', /ready/);
  expect(statuses).toEqual([412]);
  const { items } = await call<Listed>(page, 'GET', `/api/assets?product_id=${product.id}`);
  expect(items).toHaveLength(1);
});

test('a lost answer of the completion call is asked for again and nothing is shown as failed', async ({
  page,
}) => {
  const product = await openNewProduct(page, 'Answer lost');
  let calls = 0;
  await page.route('**/api/uploads/complete', async (route) => {
    calls += 1;
    if (calls > 1) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await choose(page, [await photo('answer.jpg', 80)]);
  await expectState(page, 'answer.jpg', /ready/);
  expect(calls).toBe(2);
  const { items } = await call<Listed>(page, 'GET', `/api/assets?product_id=${product.id}`);
  expect(items.map(({ status }) => status)).toEqual(['READY']);
});

test('a reload during an upload in parts goes on where it was', async ({ page }) => {
  await openNewProduct(page, 'Reloaded');
  const store = await storeOrigin(page);
  await slowDown(page, 2_500_000);
  const done: number[] = [];
  page.on('response', (response) => {
    const part = new URL(response.url()).searchParams.get('partNumber');
    if (response.url().startsWith(store) && part && response.ok()) done.push(Number(part));
  });
  await choose(page, [await scan('long.tif')]);
  await expect.poll(() => done.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(2);
  await page.reload();
  await expectState(page, 'long.tif', /uploading|checking|processing|ready/);
  await expectState(page, 'long.tif', /ready/);
  // Each part went once, those before the reload too.
  expect(done.toSorted((left, right) => left - right)).toEqual([1, 2, 3, 4, 5]);
});

test('a file chosen while an earlier visit is still being looked up is not lost', async ({ page }) => {
  await page.addInitScript(() => {
    const { get } = IDBObjectStore.prototype;
    const remembered = new Promise((resolve) => {
      window.addEventListener('remember', resolve);
    });
    IDBObjectStore.prototype.get = function (key) {
      const late: Partial<IDBRequest> = {};
      const request = get.call(this, key);
      request.onsuccess = () =>
        remembered.then(() => late.onsuccess?.call(request, { target: request } as unknown as Event));
      return late as IDBRequest;
    };
  });
  const asked = Promise.withResolvers<void>();
  await page.route('**/api/assets', async (route) => {
    await asked.promise;
    await route.continue();
  });
  await openNewProduct(page, 'Slow to remember');
  await choose(page, [await photo('early.jpg', 75)]);
  await expectState(page, 'early.jpg', /asking/);
  await page.evaluate(async () => {
    window.dispatchEvent(new Event('remember'));
    // What is looked up after the first answer has been by now.
    await indexedDB.databases();
  });
  asked.resolve();
  await expectState(page, 'early.jpg', /ready/);
});

test('parts that the store has forgotten are sent anew by themselves', async ({ page }) => {
  await openNewProduct(page, 'Forgotten');
  const store = await openStore(page);
  const origin = await storeOrigin(page);
  await slowDown(page, 2_500_000);
  const done: number[] = [];
  page.on('response', (response) => {
    const part = new URL(response.url()).searchParams.get('partNumber');
    if (response.url().startsWith(origin) && part && response.ok()) done.push(Number(part));
  });
  await choose(page, [await scan('forgotten.tif')]);
  await expect.poll(() => done.length, { timeout: 60_000 }).toBe(1);
  await row(page, 'forgotten.tif').getByRole('button', { name: 'Pause' }).click();
  await expectState(page, 'forgotten.tif', /paused/);
  for await (const { key, uploadId } of store.listMultipart('assets/'))
    await store.abortMultipart(key, uploadId);
  await row(page, 'forgotten.tif').getByRole('button', { name: 'Resume' }).click();
  await expectState(page, 'forgotten.tif', /ready/);
  expect(done.filter((part) => part === 1)).toHaveLength(2);
});

test('cancelling leaves no parts in the store and no photo in the library', async ({ page }) => {
  const product = await openNewProduct(page, 'Cancelled');
  const store = await openStore(page);
  await slowDown(page, 2_000_000);
  await choose(page, [await scan('unwanted.tif')]);
  await expect(row(page, 'unwanted.tif')).toContainText(/Uploading [1-9]\d? %/, { timeout: 60_000 });
  expect(await pending(store)).toHaveLength(1);
  await row(page, 'unwanted.tif').getByRole('button', { name: 'Cancel' }).click();
  await expect(panel(page)).toBeHidden();
  await expect.poll(() => pending(store)).toEqual([]);
  const left = () => call<Listed>(page, 'GET', `/api/assets?product_id=${product.id}`);
  await expect.poll(async () => (await left()).items).toEqual([]);
});

test('without a connection it waits with a button, and goes on by itself', async ({ page, context }) => {
  await openNewProduct(page, 'Offline');
  await slowDown(page, 2_500_000);
  await choose(page, [await scan('tunnel.tif')]);
  await expect(row(page, 'tunnel.tif')).toContainText(/Uploading [1-9]\d? %/, { timeout: 60_000 });
  await context.setOffline(true);
  await expectState(page, 'tunnel.tif', /offline|stopped/);
  await expect(row(page, 'tunnel.tif').getByRole('button', { name: 'Try again' })).toBeVisible();
  await context.setOffline(false);
  await expectState(page, 'tunnel.tif', /ready/, 60_000);
});

test('a product that is full says what to do, and lets the photo in once there is room', async ({ page }) => {
  const product = await openNewProduct(page, 'Full');
  const files = await Promise.all([100, 101, 102, 103, 104].map((hue) => photo(`p${hue}.jpg`, hue)));
  await choose(page, files);
  for (const { name } of files) await expectState(page, name, /ready/);
  await expect(page.getByText('5 of 5 photos')).toBeVisible();
  await choose(page, [await photo('sixth.jpg', 105)]);
  await expectState(page, 'sixth.jpg', /stopped/);
  await expect(row(page, 'sixth.jpg')).toContainText('Remove one, then try again.');

  const { items } = await call<Listed>(page, 'GET', `/api/assets?product_id=${product.id}`);
  await call(page, 'DELETE', `/api/assets/${items[0]?.asset_id}`);
  await row(page, 'sixth.jpg').getByRole('button', { name: 'Try again' }).click();
  await expectState(page, 'sixth.jpg', /ready/);
});

async function pending(store: Awaited<ReturnType<typeof openStore>>): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.listMultipart('assets/')) keys.push(key);
  return keys;
}

/** An answer as the store gives it, to a page of the portal. */
function refuse(route: Route, status: number, code: string, message: string): Promise<void> {
  return route.fulfill({
    status,
    contentType: 'application/xml',
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': '*',
      'Access-Control-Allow-Methods': '*',
    },
    body: `<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  });
}
