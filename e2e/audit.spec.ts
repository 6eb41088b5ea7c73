import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { withDatabase } from './database.ts';
import { findKnown } from './page-addresses.ts';
import { portalUrl, signIn } from './sign-in.ts';

test('an admin finds who approved a photo, follows the link to it and back, and exports it', async ({
  page,
}) => {
  const { asset } = await findKnown();
  await signIn(page, 'admin@blazon.test', '/operations');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();

  await page.getByLabel('Person').fill('editor@blazon.test');
  await page.getByLabel('Action').selectOption('asset.approved');
  await page.getByLabel('What it was done to').fill(portalUrl(`/library/${asset}`));
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(/person=editor.*action=asset\.approved/);
  const rows = page.getByRole('list', { name: 'Rows of the log' }).getByRole('listitem');
  await expect(rows.first()).toContainText('approved the photo');
  await expect(rows.first()).toContainText('“Demo photo”');
  const address = page.url();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ]);
  const [head, ...records] = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(head).toContain('at,actor,');
  expect(records).toHaveLength(await rows.count());
  expect(records[0]).toContain(`asset.approved,asset,${asset}`);
  const exported = await withDatabase((db) =>
    db.selectFrom('audit_log').select('subject_id').where('action', '=', 'audit.exported').execute(),
  );
  expect(exported.at(-1)?.subject_id).toContain('action=asset.approved');

  await rows.first().getByRole('link').first().click();
  await expect(page).toHaveURL(portalUrl(`/library/${asset}`));
  await page.getByRole('link', { name: /All of it in the audit log/ }).click();
  await expect(page).toHaveURL(portalUrl(`/operations/audit?subject=${asset}`));
  await expect(rows.first()).toBeVisible();

  // The filters are the address: it shows the same to whoever is given it, with scripts or without.
  await page.goto(address);
  await expect(page.getByLabel('Action')).toHaveValue('asset.approved');
  await rows.first().getByText('The whole row').click();
  await rows
    .first()
    .getByRole('link', { name: /^[0-9a-f-]{36}$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/request_id=/);
  await expect(rows.first()).toContainText('approved the photo');
});

test('the log is searched without scripts, page by page, and says what is wrong with a field', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, 'admin@blazon.test', '/operations/audit');
  const rows = page.getByRole('list', { name: 'Rows of the log' }).getByRole('listitem');
  const first = await rows.first().textContent();
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(page).toHaveURL(/cursor=/);
  await expect(rows.first()).not.toHaveText(first ?? '');
  await page.getByLabel('Person').fill('nobody at all');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('Nothing on record fits this search')).toBeVisible();
  await page.goto(portalUrl('/operations/audit?from=2026-13-01&request_id=a%20b'));
  await expect(page.getByText('There is no day 2026-13-01.')).toBeVisible();
  await expect(page.getByText(/A request id has letters, digits/)).toBeVisible();
  await context.close();
});

test('the log is not for editors', async ({ page }) => {
  await signIn(page, 'editor@blazon.test', '/library');
  await page.goto(portalUrl('/operations/audit'));
  await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeAttached();
});
