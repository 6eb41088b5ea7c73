import { randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { sql } from 'kysely';
import { withDatabase } from './database.ts';
import { signIn } from './sign-in.ts';

test('an operator tries a reconciliation out, runs it, and an editor reads what it did', async ({
  page,
  browser,
}) => {
  // A photo that stands still, without job and event: what a lost row would leave.
  const id = randomUUID();
  await withDatabase((db) =>
    sql`insert into assets (id, owner_id, product_id, idempotency_key, request_sha256, object_key, filename,
        declared_type, declared_bytes, status, landed_etag, updated_at)
      select ${id}, owner_id, product_id, ${id}, request_sha256, ${`assets/${id}/original.jpg`}, 'kit.jpg',
        'image/jpeg', 1, 'PROCESSING', '"x"', clock_timestamp() - interval '2 hours'
      from assets where status = 'READY' limit 1`.execute(db),
  );
  await signIn(page, 'admin@blazon.test', '/operations');
  await page.getByRole('link', { name: /All runs, dry runs/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reconciliation' })).toBeVisible();

  await page.getByRole('button', { name: 'Try it out' }).click();
  const latest = page.getByRole('article').first();
  await expect(latest).toContainText('Dry run: nothing was changed', { timeout: 60_000 });
  await expect(latest).toContainText('would be failed, with a retry');
  await page.getByRole('button', { name: 'Run now' }).click();
  await expect(latest).toContainText('Run: brought together', { timeout: 60_000 });
  await latest.getByText('photo that stood still').click();
  await expect(latest.getByText(id)).toBeVisible();

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id: rule, nodes }) => [rule, nodes.map(({ html }) => html)])).toEqual([]);
  }

  const editor = await (await browser.newContext()).newPage();
  await signIn(editor, 'editor@blazon.test', '/operations/reconciliation');
  await expect(editor.getByRole('article').first()).toContainText('Run: brought together');
  await expect(editor.getByRole('button', { name: 'Run now' })).toHaveCount(0);
  await editor.close();
});
