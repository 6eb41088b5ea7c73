import { expect, type Locator, type Page } from '@playwright/test';
import type { ChosenFile } from './photos.ts';
import { call, portalUrl } from './sign-in.ts';

export interface TestProduct {
  id: string;
  name: string;
}

/** A product of the test's own, with its page open and ready for files. */
export async function openNewProduct(page: Page, name: string): Promise<TestProduct> {
  const product = await call<TestProduct>(page, 'POST', '/api/products', { name });
  await page.goto(portalUrl(`/library/${product.id}`));
  await whenReady(page);
  return product;
}

/** The page has come alive: before, a chosen file would be lost. */
export async function whenReady(page: Page): Promise<void> {
  await page.locator('input[aria-label="Photos to upload"][data-ready]').waitFor({ state: 'attached' });
}

export async function choose(page: Page, files: readonly ChosenFile[]): Promise<void> {
  await page.getByLabel('Photos to upload').setInputFiles([...files]);
}

export function panel(page: Page): Locator {
  return page.getByRole('region', { name: 'Uploads' });
}

export function row(page: Page, name: string): Locator {
  return panel(page).getByRole('listitem').filter({ hasText: name });
}

export async function expectState(page: Page, name: string, state: RegExp, timeout = 45_000): Promise<void> {
  await expect(row(page, name)).toHaveAttribute('data-state', state, { timeout });
}

/** Slows the way to the store, so that there is a middle of an upload to do something in. */
export async function slowDown(page: Page, bytesASecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesASecond,
  });
}
