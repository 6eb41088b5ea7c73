import type { Page } from '@playwright/test';

/** Presses a key that does something on this page, once the page has begun to listen for it. */
export async function pressKey(page: Page, key: string): Promise<void> {
  await page.locator('body[data-keys]').waitFor();
  await page.keyboard.press(key);
}
