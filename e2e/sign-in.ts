import type { Page } from '@playwright/test';
import { demoPassword } from '#lib/auth/demo-accounts.ts';

export const portalUrl = (path = '/') => new URL(path, process.env.BLAZON_URL).href;

/** Signs in the way a person does, and arrives at `path`. */
export async function signIn(
  page: Page,
  email: string,
  path = '/library',
  password = demoPassword,
): Promise<void> {
  await page.goto(portalUrl(`/sign-in?${new URLSearchParams({ callbackUrl: path })}`));
  await page.getByLabel('Email').fill(email);
  await page.locator('input[type="password"]').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(portalUrl(path));
}

/** One call to the portal with the page's own session. */
export async function call<T>(page: Page, method: string, path: string, body?: object): Promise<T> {
  const response = await page.request.fetch(portalUrl(path), {
    method,
    headers: { Origin: new URL(portalUrl()).origin },
    ...(body && { data: body }),
  });
  if (!response.ok())
    throw new Error(`${method} ${path} answered ${response.status()}: ${await response.text()}`);
  return (response.status() === 204 ? undefined : await response.json()) as T;
}
