import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { signIn } from './sign-in.ts';

test('an admin adds a receiver, sees its secret once, tests it, reads the log, and switches it off', async ({
  page,
}) => {
  await signIn(page, 'admin@blazon.test', '/settings');
  await page.getByRole('link', { name: 'Open the webhooks' }).click();
  await page.getByLabel('Address').fill('https://127.0.0.1:1/hooks');
  await page.getByRole('button', { name: 'Add the receiver' }).click();
  await expect(page.getByLabel(/^Signing secret of/)).toHaveValue(/^whsec_/);
  const entry = page.getByRole('article').filter({ hasText: '127.0.0.1:1' });

  await entry.getByRole('button', { name: 'Send a test' }).click();
  await expect(entry.getByText(/It could not be called/)).toBeVisible();
  await entry.getByText('Delivery log').click();
  await expect(entry.getByText(/^Test: /)).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id: rule, nodes }) => [rule, nodes.map(({ html }) => html)])).toEqual([]);
  }

  await entry.getByRole('button', { name: 'Switch off' }).click();
  await expect(entry.getByRole('button', { name: 'Switch on' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(/^Signing secret of/)).toHaveCount(0);
});
