import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { sql } from 'kysely';
import { type Answer, openApi } from './api.ts';
import { withDatabase } from './database.ts';
import { findFilePage, findKnown } from './page-addresses.ts';
import { photo } from './photos.ts';
import { signIn } from './sign-in.ts';
import { openStore, storeOrigin } from './store.ts';
import { askForUpload, complete, put } from './upload-by-api.ts';

test('no object of the store is had, listed, written or deleted without a signature', async ({ page }) => {
  const bucket = `${await storeOrigin(page)}/blazon`;
  const kinds = new Set<string>();
  for await (const { key } of (await openStore(page)).list('')) {
    kinds.add(key.split('/')[0] ?? '');
    for (const method of ['GET', 'HEAD', 'DELETE']) {
      const answer = await fetch(`${bucket}/${key}`, { method });
      expect(answer.status, `${method} ${key}`).toBe(403);
    }
  }
  expect([...kinds]).toEqual(expect.arrayContaining(['assets', 'derivatives', 'masters']));
  const others = ['', '?list-type=2&prefix=masters/', '?uploads', '/masters/../masters'];
  for (const address of others) expect((await fetch(`${bucket}${address}`)).status, address).toBe(403);
  const written = await fetch(`${bucket}/masters/${'0'.repeat(64)}`, { method: 'PUT', body: 'x' });
  expect(written.status).toBe(403);
});

test('an id that a member must not know is answered like one that does not exist', async () => {
  const [editor, teacher] = [openApi('editor@blazon.test'), openApi('teacher@blazon.test')];
  const { asset, product } = await findKnown();
  const { buffer } = await photo('secret.jpg', 210);
  const unapproved = await askForUpload(editor, buffer, 'secret.jpg');
  await put(unapproved, buffer);
  await complete(editor, unapproved);
  await findFilePage(openApi('partner@blazon.test'), asset, 'partner', 'campaign');
  const partners = await partnersFile();

  const absent = randomUUID();
  const wanted = { asset_id: asset, audience: 'teacher', format: 'web-small' };
  const file = (hash: string) => `/api/derivatives/${hash}/partner/1/campaign`;
  const nowhere = file('0'.repeat(64));
  const pairs: [hidden: () => Promise<Answer<unknown>>, absent: () => Promise<Answer<unknown>>][] = [
    [
      () => teacher('POST', '/api/derivatives', { ...wanted, asset_id: unapproved.asset_id }),
      () => teacher('POST', '/api/derivatives', { ...wanted, asset_id: absent }),
    ],
    [
      () => teacher('POST', '/api/derivatives', { ...wanted, audience: 'partner', format: 'campaign' }),
      () => teacher('POST', '/api/derivatives', { ...wanted, audience: 'nobodys', format: 'campaign' }),
    ],
    [() => teacher('GET', file(partners.source_hash)), () => teacher('GET', nowhere)],
    [
      () => teacher('GET', `${file(partners.source_hash)}/manifest`),
      () => teacher('GET', `${nowhere}/manifest`),
    ],
    [() => teacher('GET', `/api/jobs/${partners.job_id}`), () => teacher('GET', `/api/jobs/${absent}`)],
  ];
  for (const [ask, askAbsent] of pairs) {
    const [hidden, missing] = [await ask(), await askAbsent()];
    expect(hidden.status).toBe(404);
    expect(withoutId(hidden)).toEqual(withoutId(missing));
  }
  // What a role cannot do at all is refused before anything is looked up, and nobody is asked to sign in.
  const nobody = openApi();
  for (const [member, status] of [
    [teacher, 403],
    [nobody, 401],
  ] as const)
    for (const kind of ['assets', 'products']) {
      const there = await member('GET', `/api/${kind}/${kind === 'assets' ? asset : product}`);
      const missing = await member('GET', `/api/${kind}/${absent}`);
      expect(there.status).toBe(status);
      expect(withoutId(there)).toEqual(withoutId(missing));
    }
});

test('cookies are out of reach of scripts and other sites', async ({ page, context }) => {
  await signIn(page, 'editor@blazon.test');
  const cookies = await context.cookies();
  expect(cookies.map(({ name }) => name)).toContain('next-auth.session-token');
  for (const { name, httpOnly, sameSite } of cookies)
    expect({ name, httpOnly, sameSite }).toEqual({ name, httpOnly: true, sameSite: 'Lax' });
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

test('no signed URL and no bearer token is in a log or a record', async () => {
  const logs = globSync(path.join(process.env.BLAZON_DATA_DIR ?? '', 'logs', '*.log'));
  expect(logs.map((file) => path.basename(file)).sort()).toEqual(
    expect.arrayContaining(['postgres.log', 'store.log', 'web.log', 'worker.log']),
  );
  for (const file of logs) {
    const lines = readFileSync(file, 'utf8').split('\n');
    expect(
      lines.filter((line) => /X-Amz-(Signature|Credential)=(?!\[redacted\])|blz_[\w-]{43}/i.test(line)),
      file,
    ).toEqual([]);
  }
  const { rows } = await withDatabase((db) =>
    sql<{
      found: number;
    }>`select count(*)::int as found from audit_log where audit_log::text ilike '%X-Amz-%'`.execute(db),
  );
  expect(rows).toEqual([{ found: 0 }]);
});

/** A file that is there, and the job that made it, for partners only. */
function partnersFile() {
  return withDatabase((db) =>
    db
      .selectFrom('derivatives')
      .select(['source_hash', 'job_id'])
      .where('audience', '=', 'partner')
      .where('format', '=', 'campaign')
      .where('policy_version', '=', 1)
      .executeTakeFirstOrThrow(),
  );
}

function withoutId({ status, body }: Answer<unknown>): object {
  return { status, ...(body as object), request_id: 'of this answer' };
}
