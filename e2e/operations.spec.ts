import { randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { sql } from 'kysely';
import { openApi } from './api.ts';
import { withDatabase } from './database.ts';
import { findFilePage, findKnown } from './page-addresses.ts';
import { call, portalUrl, signIn } from './sign-in.ts';

/** A file's job as if its renders had hung: the file is gone, and asking for it answers the failure. */
async function killFile(assetId: string): Promise<string> {
  await findFilePage(openApi('editor@blazon.test'), assetId, 'internal', 'review');
  return withDatabase(async (db) => {
    const { rows } = await sql<{ id: string }>`
      with file as (
        delete from derivatives where audience = 'internal' and format = 'review' and source_hash in (
          select source_hash from asset_versions where asset_id = ${assetId})
        returning *
      ), failure as (
        insert into derivative_failures (source_hash, audience, policy_version, format, job_id, code, message)
        select source_hash, audience, policy_version, format, job_id, 'render_timeout', 'It took too long.' from file
      )
      insert into dead_jobs (id, queue, priority, deadline, attempts, max_attempts, dedup_key, audience, payload,
        last_error_category, last_error, created_at)
      select job_id, 'derive', 10, clock_timestamp() + interval '1 hour', 3, 8,
        concat_ws('/', source_hash, audience, policy_version, format), audience,
        jsonb_build_object('source_hash', source_hash, 'master_sha256', master_sha256, 'audience', audience,
          'policy_version', policy_version, 'contract', manifest -> 'contract', 'edits', null),
        'render_timeout', 'The render child was ended after 120,000 ms.', clock_timestamp()
      from file returning id`.execute(db);
    const [letter] = rows;
    if (!letter) throw new Error('there is no file to lose');
    return letter.id;
  });
}

test('a dead letter appears, is requeued in the browser, and its file is made', async ({ page }) => {
  const { asset } = await findKnown();
  const id = await killFile(asset);
  const wanted = { asset_id: asset, audience: 'internal', format: 'review' };
  await signIn(page, 'admin@blazon.test', '/operations');
  await expect(page.getByText(/dead letter wants a decision/)).toBeVisible();
  const ask = async () => (await openApi('editor@blazon.test')('POST', '/api/derivatives', wanted)).status;
  expect(await ask()).toBe(422);

  await page.getByLabel('Why').selectOption('render_timeout');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/category=render_timeout/);
  await page.getByText('The whole message').click();
  await expect(page.getByText(`Job ${id}`)).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id: rule, nodes }) => [rule, nodes.map(({ html }) => html)])).toEqual([]);
  }

  // Pressed twice in a breath it is still one requeue.
  await page.getByRole('button', { name: /^Requeue derive/ }).dblclick();
  await expect(page.getByText('Requeued 1.')).toBeVisible();
  await expect
    .poll(async () => (await call<{ state: string }>(page, 'GET', `/api/jobs/${id}`)).state)
    .toBe('done');
  const audited = await withDatabase((db) =>
    db.selectFrom('audit_log').select('action').where('subject_id', '=', id).execute(),
  );
  expect(audited).toEqual([{ action: 'job.requeued' }]);

  expect(await ask()).toBe(200);
  await page.goto(portalUrl('/operations'));
  await expect(page.getByText('None: nothing has failed for good.')).toBeVisible();
});

test('dismissing takes a letter off the list, for good and with a name', async ({ page }) => {
  const id = randomUUID();
  await withDatabase((db) =>
    sql`
      insert into dead_jobs (id, queue, priority, attempts, max_attempts, payload, last_error_category, last_error, created_at)
      values (${id}, 'olden', 0, 1, 1, '{}', 'internal', 'Nobody knows this queue.', clock_timestamp())`.execute(
      db,
    ),
  );
  await signIn(page, 'admin@blazon.test', '/operations');
  await page.getByRole('checkbox', { name: /^Tick olden/ }).check();
  await page.getByRole('button', { name: 'Requeue ticked' }).click();
  await expect(page.getByText(/No worker of this version works on the queue olden/)).toBeVisible();
  await page.getByRole('button', { name: /^Dismiss olden/ }).click();
  await expect(page.getByText('Dismissed 1.')).toBeVisible();
  await expect(page.getByText('None: nothing has failed for good.')).toBeVisible();
});

test('this machine may scrape the metrics, and sees what was done', async () => {
  const answer = await fetch(portalUrl('/api/metrics'));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  const text = await answer.text();
  expect(text).toMatch(/blazon_job_attempts_total\{audience="[a-z]*",outcome="done",queue="derive"\} [1-9]/);
  expect(text).toMatch(/blazon_workers_alive 1/);
  expect(text).toMatch(/blazon_upload_to_master_seconds_count [1-9]/);
});
