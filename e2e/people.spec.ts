import { randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { apiWith } from './api.ts';
import { portalUrl, signIn } from './sign-in.ts';

/** One person from the first day to the last: made, let in, shut out, let in again. */
test.describe.configure({ mode: 'serial' });

const admin = 'admin@blazon.test';
const person = {
  name: 'Nadia Newcomer',
  email: `nadia-${randomUUID().slice(0, 8)}@blazon.test`,
  password: '',
};

test('an admin makes an account for teachers with one listed product', async ({ page }) => {
  await signIn(page, admin, '/people');
  await page.getByRole('link', { name: 'Add a person' }).click();
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('Email').fill(admin);
  await choose(page.getByRole('group', { name: 'Teachers' }), 'Listed');
  await page.getByRole('button', { name: 'Create the account' }).click();
  await expect(page.getByText('Tick at least one product, or choose None.')).toBeVisible();

  // What was typed and chosen stays through every refusal, and the focus goes to the field that is meant.
  const products = page.getByRole('group', { name: 'Products for Teachers' });
  await products.getByLabel('Rover Robotics Kit').check();
  await expect(products).toContainText(/1 of \d+ products ticked/);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await expect(page.getByText(`There is an account for ${admin} already.`)).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await expect(page.getByText(`${person.name} can sign in now`)).toBeVisible();
  person.password = await page.getByLabel(`Password of ${person.name}`).inputValue();
  expect(person.password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);

  await page.getByRole('link', { name: 'To the account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: person.name })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Products for Teachers' })).toContainText(
    /^.*1 of \d+ products/,
  );
  // It was shown once.
  await expect(page.getByText(person.password)).toHaveCount(0);
});

test('that person signs in and sees only that product', async ({ page }) => {
  await signIn(page, person.email, '/catalog', person.password);
  await expect(page.getByRole('link', { name: /Rover Robotics Kit/ }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /Rainbow Counting Frame/ })).toHaveCount(0);
  await page.goto(portalUrl('/people'));
  await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible();
});

test('whoever is disabled is signed out at once, and enabling undoes it', async ({ page, browser }) => {
  const theirs = await another(browser);
  await signIn(theirs, person.email, '/settings', person.password);
  await openAccount(page);
  await page.getByRole('button', { name: 'Disable the account' }).click();
  await expect(page.getByText('Disabled. They are signed out.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enable the account' })).toBeFocused();
  await theirs.reload();
  await expect(theirs).toHaveURL(/\/sign-in\?callbackUrl=/);
  await fillSignIn(theirs);
  await expect(theirs.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true');

  await page.getByRole('button', { name: 'Enable the account' }).click();
  await expect(page.getByText('Enabled. They can sign in again.')).toBeVisible();
  await fillSignIn(theirs);
  await theirs.waitForURL(portalUrl('/settings'));
  await theirs.context().close();
});

test('memberships and role hold from the next click on; ended sessions end', async ({ page, browser }) => {
  const theirs = await another(browser);
  await signIn(theirs, person.email, '/catalog', person.password);
  await openAccount(page);
  await choose(page.getByRole('group', { name: 'Teachers', exact: true }), 'All products');
  await page.getByRole('button', { name: 'Save what they see' }).click();
  await expect(page.getByText('Saved. It holds from their next click on.')).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByRole('link', { name: /Rainbow Counting Frame/ }).first()).toBeVisible();

  await page.getByRole('radio', { name: /^Support/ }).check();
  await page.getByRole('button', { name: 'Save name and role' }).click();
  await expect(page.getByText('Saved. The role holds from their next click on.')).toBeVisible();
  await theirs.goto(portalUrl('/library'));
  await expect(theirs.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText('Signed out in every browser.')).toBeVisible();
  await theirs.reload();
  await expect(theirs).toHaveURL(/\/sign-in\?callbackUrl=/);
  await theirs.context().close();
});

test('the last admin stays an admin, and is told why', async ({ page }) => {
  await signIn(page, admin, '/people');
  await page.getByRole('link', { name: 'Ada Admin' }).click();
  await page.getByRole('button', { name: 'Disable the account' }).click();
  const refusal = page.getByText('This is the last admin. Make somebody else an admin first.');
  await expect(refusal).toHaveCount(1);
  await page.getByRole('radio', { name: /^Editor/ }).check();
  await page.getByRole('button', { name: 'Save name and role' }).click();
  await expect(refusal).toHaveCount(2);
});

test('a token made in the settings works as a bearer, and dies when it is revoked', async ({ page }) => {
  await signIn(page, person.email, '/settings', person.password);
  await page.getByLabel('Name of a new token').fill('nightly');
  await page.getByLabel('Name of a new token').press('Enter');
  const field = page.getByLabel('Token “nightly”');
  await expect(field).toBeFocused();
  const api = apiWith(await field.inputValue());
  expect((await api('GET', '/api/products')).status).toBe(200);
  await page.reload();
  await expect(field).toHaveCount(0);
  await expect(page.getByText('used just now')).toBeVisible();

  await page.getByText('Revoke…').click();
  await page.getByRole('button', { name: 'Revoke nightly' }).click();
  await expect(page.getByText('Revoked. It is refused from now on.')).toBeFocused();
  await expect(page.getByText('There is no token.')).toBeVisible();
  expect((await api('GET', '/api/products')).status).toBe(401);
});

test('one changes one’s own password, and signs in with it', async ({ page }) => {
  await signIn(page, person.email, '/settings', person.password);
  const next = `changed ${randomUUID()}`;
  await page.getByLabel('Current password').fill('not this one');
  await page.getByLabel('New password').fill(next);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByText('The current password is not right.')).toBeVisible();
  await expect(page.getByLabel('Current password')).toBeFocused();
  await page.getByLabel('Current password').fill(person.password);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page).toHaveURL(portalUrl('/sign-in?callbackUrl=%2Fsettings'));
  person.password = next;
  await fillSignIn(page);
  await page.waitForURL(portalUrl('/settings'));
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(portalUrl('/sign-in?callbackUrl=%2Fsettings'));
});

test('the forms work where no script runs', async ({ browser }) => {
  const page = await another(browser, { javaScriptEnabled: false });
  await signIn(page, admin, '/people/new');
  await page.getByLabel('Name').fill('Quiet Quentin');
  await page.getByLabel('Email').fill(`quentin-${randomUUID().slice(0, 8)}@blazon.test`);
  await choose(page.getByRole('group', { name: 'Partners' }), 'Listed');
  await page.getByRole('checkbox', { name: 'Rainbow Counting Frame' }).check();
  await page.getByRole('button', { name: 'Create the account' }).click();
  await expect(page.getByLabel('Password of Quiet Quentin')).toHaveValue(/^[a-z2-9-]{23}$/);
  await page.getByRole('link', { name: 'To the account' }).click();
  await expect(page.getByRole('checkbox', { name: 'Rainbow Counting Frame' })).toBeChecked();
  await page.getByRole('button', { name: 'Disable the account' }).click();
  await expect(page.getByRole('button', { name: 'Enable the account' })).toBeVisible();

  await page.goto(portalUrl('/settings'));
  await page.getByLabel('Name of a new token').fill('without scripts');
  await page.getByRole('button', { name: 'Make a token' }).click();
  await expect(page.getByLabel('Token “without scripts”')).toHaveValue(/^blz_/);
  await page.getByText('Revoke…').first().click();
  await page.getByRole('button', { name: 'Revoke without scripts' }).click();
  await expect(page.getByRole('button', { name: 'Revoke without scripts' })).toHaveCount(0);
  await page.context().close();
});

test('what unfolds on these pages has no violations that axe finds', async ({ page }) => {
  await signIn(page, admin, '/people/new');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(portalUrl('/people/new'));
    await choose(page.getByRole('group', { name: 'Teachers' }), 'Listed');
    await page.getByRole('radio', { name: /^Type one/ }).check();
    await page.getByRole('button', { name: 'Create the account' }).click();
    await expect(page.getByText('Give a name.')).toBeVisible();
    await expectNoViolations(page, `/people/new ${colorScheme}`);
    await page.goto(portalUrl('/settings'));
    await page.getByLabel('Name of a new token').fill(colorScheme);
    await page.getByRole('button', { name: 'Make a token' }).click();
    await expect(page.getByLabel(`Token “${colorScheme}”`)).toBeVisible();
    await page.getByText('Revoke…').first().click();
    await expectNoViolations(page, `/settings ${colorScheme}`);
    await page.getByRole('button', { name: `Revoke ${colorScheme}` }).click();
    await expect(page.getByText('Revoked. It is refused from now on.')).toBeVisible();
  }
});

async function openAccount(page: Page): Promise<void> {
  await signIn(page, admin, '/people');
  await page.getByLabel('Search people').fill(person.email);
  await page.getByLabel('Search people').press('Enter');
  await page.getByRole('link', { name: person.name }).click();
}

/** Another browser, with a session of its own. */
async function another(browser: Browser, options = {}): Promise<Page> {
  return (await browser.newContext(options)).newPage();
}

/** The button of a choice is its label: the radio itself is for keyboards and screen readers. */
async function choose(audience: Locator, words: string): Promise<void> {
  await audience.getByText(words, { exact: true }).click();
}

async function fillSignIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.locator('input[type="password"]').fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function expectNoViolations(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    where,
  ).toEqual([]);
}
