import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { type Permission, permissions } from '#lib/auth/permissions.ts';
import { listFiles } from '#test/app-source.ts';
import { openApi } from './api.ts';
import { findFilePage, findKnown, type Known, pageKinds } from './page-addresses.ts';
import { portalUrl, signIn } from './sign-in.ts';
import { watchPage } from './watch-page.ts';

interface Walker {
  role: 'anonymous' | 'member' | 'editor' | 'admin';
  email?: string;
  audience: string;
  format: string;
}

const walkers: Readonly<Record<string, Walker>> = {
  nobody: { role: 'anonymous', audience: 'public', format: 'catalog' },
  'a teacher': {
    role: 'member',
    email: 'teacher@blazon.test',
    audience: 'teacher',
    format: 'web-small',
  },
  'a partner': {
    role: 'member',
    email: 'partner@blazon.test',
    audience: 'partner',
    format: 'campaign',
  },
  'an editor': { role: 'editor', email: 'editor@blazon.test', audience: 'internal', format: 'review' },
  'an admin': { role: 'admin', email: 'admin@blazon.test', audience: 'internal', format: 'review' },
};

/** A phone in the dark and a desk in the light: between them every width and every colour. */
const looks = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const;

let known: Known;
/** A page looks much the same for whoever may see it: axe reads each once. */
const read = new Set<string>();

test.beforeAll(async () => {
  known = await findKnown();
});

test('the walk knows every page', () => {
  const pages = listFiles('app', /^page\.tsx$/)
    .map((file) => `/${path.relative('app', path.dirname(file))}`.replace(/\/\([a-z]+\)/g, '') || '/')
    .sort();
  expect(Object.keys(pageKinds).sort()).toEqual(pages);
});

for (const [name, walker] of Object.entries(walkers))
  test(`${name} finds nothing wrong on any page, and no page that is not theirs`, async ({ page }) => {
    const file = await findFilePage(openApi(walker.email), known.asset, walker.audience, walker.format);
    const faults = watchPage(page);
    if (walker.email) await signIn(page, walker.email, '/catalog');
    for (const [kind, { permission, addresses }] of Object.entries(pageKinds)) {
      if (!isOpen(walker, permission)) await expectClosed(page, walker, addresses(known, file));
      // Whoever is signed in already is sent on from there.
      else if (kind !== '/sign-in' || !walker.email)
        for (const address of addresses(known, file)) await look(page, address);
    }
    expect(faults).toEqual([]);
  });

function isOpen({ role }: Walker, permission: Permission): boolean {
  return (permissions[permission] as readonly string[]).includes(role);
}

async function expectClosed(page: Page, { email }: Walker, addresses: string[]): Promise<void> {
  for (const address of addresses) {
    const answer = await page.request.get(portalUrl(address), { maxRedirects: 0 });
    if (email) expect(answer.status(), address).toBe(404);
    else expect(answer.headers().location, address).toMatch(/^\/sign-in\?callbackUrl=/);
  }
}

async function look(page: Page, address: string): Promise<void> {
  for (const { colorScheme, ...viewport } of looks) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    const answer = await page.goto(portalUrl(address));
    const where = `${address} at ${viewport.width} px`;
    expect(answer?.status(), where).toBe(200);
    expectStrict(answer?.headers()['content-security-policy'], where);
    // Idle once what the page does when it comes alive is done, or has gone wrong.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(await page.evaluate(findMisfits), where).toEqual([]);
    await readAloud(page, where);
  }
}

/** Scripts run by the nonce of this one answer only. */
function expectStrict(policy: string | undefined, where: string): void {
  const scripts = /script-src ([^;]*)/.exec(policy ?? '')?.[1] ?? '';
  expect(scripts, where).toMatch(/^'self' 'nonce-[\w+/]{22}==' 'strict-dynamic'$/);
  expect(policy, where).toContain("script-src-attr 'none'");
  expect(policy, where).toContain("object-src 'none'");
}

/** Runs in the page: what a strict page must not hold, and what does not fit a phone. */
function findMisfits(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const inline = [...document.scripts].filter((script) => !script.src && !script.nonce);
  return [
    ...inline.map((script) => `a script without a nonce: ${script.text.slice(0, 80)}`),
    ...(scrollWidth > clientWidth ? [`${scrollWidth} px of content in ${clientWidth}`] : []),
    // A signed URL in a page would outlive the minute that it is for.
    ...(document.documentElement.outerHTML.includes('X-Amz-') ? ['a signed URL'] : []),
  ];
}

async function readAloud(page: Page, where: string): Promise<void> {
  if (read.has(where)) return;
  read.add(where);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    where,
  ).toEqual([]);
}
