import { beginVisit } from '@companion/testkit/beginVisit';
import { expect, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

const APP = '**/assets/index-*.js';

/** Opens an address without the app's code, which the returned function lets through. */
async function openWithoutCode(page: Page, address: string): Promise<() => void> {
  const release = await holdCalls(page, APP);
  await page.goto(address, { waitUntil: 'commit' });
  return release;
}

const untilMounted = (page: Page) => expect.poll(() => page.evaluate(() => 'earlyInput' in window)).toBe(false);

test('login and lost password: what is typed, pressed or left empty before the code arrives is kept and answered', async ({
  page,
}) => {
  let release = await openWithoutCode(page, '/login');
  const field = page.getByLabel('Phone Number');
  await field.pressSequentially('202');
  await field.evaluate((element) => Object.assign(element, { isKept: true }));
  release();
  await expect(page.getByRole('button')).toHaveJSProperty('type', 'submit');
  await untilMounted(page);
  await expect(field).toBeFocused();
  await expect(field, 'the element of the HTML').toHaveJSProperty('isKept', true);
  await field.pressSequentially('5550143');
  await expect(field).toHaveValue(/^\(?202\)?.*0143$/);

  await beginVisit(page);
  release = await openWithoutCode(page, '/login');
  await page.getByRole('button').click();
  release();
  await expect(page.getByText('Required')).toBeVisible();
  await expect(page).toHaveURL('/login');

  await beginVisit(page);
  release = await openWithoutCode(page, '/lost-password');
  await page.getByLabel('Email').focus();
  await page.getByLabel('Email').blur();
  release();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Required');
});

test('registration: what is typed and ticked before the code arrives is kept, with the focus', async ({ page }) => {
  const release = await openWithoutCode(page, '/registration?phone=(202)%20555-0143');
  await page.getByRole('checkbox').first().click();
  const isTicked = await page.getByRole('checkbox').first().isChecked();
  const field = page.getByLabel('First Name');
  await field.focus();
  await page.keyboard.type('A');
  await field.evaluate((element) => element.setAttribute('data-kept', 'yes'));
  release();
  await expect(field, 'another element').not.toHaveAttribute('data-kept');
  await untilMounted(page);
  await expect(field).toBeFocused();
  await page.keyboard.type('da');
  await expect(field).toHaveValue('Ada');
  expect(await page.getByRole('checkbox').first().isChecked()).toBe(isTicked);
  await expect(page.getByLabel('Phone', { exact: false }).first()).toHaveValue('(202) 555-0143');
});

test('frame: before the code arrives an attendee sees that of the agenda and never the form of login; a guest sees neither frame', async ({
  page,
  server,
}) => {
  let release = await openWithoutCode(page, '/agenda');
  await expect(page.getByRole('img', { name: 'Loading' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Agenda' })).toHaveCount(0);
  await server.signIn(page);
  release = await openWithoutCode(page, '/login');
  await expect(page.getByRole('button', { includeHidden: true }).first()).toBeHidden();
  release();
  await expect(page).toHaveURL('/dashboard');

  release = await openWithoutCode(page, '/agenda');
  await expect(page.getByRole('heading', { name: 'Agenda' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(4);
  await expect(page.getByRole('img', { name: 'Loading' })).toHaveCount(0);
  release();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('frame: a link of it keeps the focus when the app replaces it, for a guest and for an attendee', async ({
  page,
  server,
}) => {
  for (const [visitor, address, name] of [
    ['guest', '/login?from=a-mail', 'Privacy Policy'],
    ['attendee', '/agenda', 'Profile'],
  ] as const) {
    await test.step(`the ${visitor}'s link keeps the focus`, async () => {
      if (visitor === 'attendee') await server.signIn(page);
      const release = await openWithoutCode(page, address);
      const link = page.getByRole('link', { name });
      await link.focus();
      await link.evaluate((element) => element.setAttribute('data-kept', 'yes'));
      release();
      await expect(link, 'another element').not.toHaveAttribute('data-kept');
      await expect(link).toBeFocused();
    });
  }
});
