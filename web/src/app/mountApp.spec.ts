import { expect, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';

test.use({ reuseServer: true });

const APP = '**/assets/index-*.js';

test('login: what is typed and sent before the code arrives is kept, with the focus', async ({ page }) => {
  const release = await holdCalls(page, APP);
  await page.goto('/login', { waitUntil: 'commit' });
  const field = page.getByLabel('Phone Number');
  await field.pressSequentially('202');
  await field.evaluate((element) => Object.assign(element, { isKept: true }));
  release();
  await expect(page.getByRole('button')).toHaveJSProperty('type', 'submit');
  await expect.poll(() => page.evaluate(() => 'earlyInput' in window)).toBe(false);

  await expect(field).toBeFocused();
  await expect(field, 'the element of the HTML').toHaveJSProperty('isKept', true);
  await field.pressSequentially('5550143');
  await expect(field).toHaveValue(/^\(?202\)?.*0143$/);
});

test('lost password: a field that was left empty before the code arrives shows its message', async ({ page }) => {
  const release = await holdCalls(page, APP);
  await page.goto('/lost-password', { waitUntil: 'commit' });
  await page.getByLabel('Email').focus();
  await page.getByLabel('Email').blur();
  release();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Required');
});

test('login: a press on the button before the code arrives is answered by the app', async ({ page }) => {
  const release = await holdCalls(page, APP);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByRole('button').click();
  release();
  await expect(page.getByText('Required')).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('registration: what is typed and ticked before the code arrives is kept', async ({ page }) => {
  const release = await holdCalls(page, APP);
  await page.goto('/registration?phone=(202)%20555-0143', { waitUntil: 'commit' });
  await page.getByLabel('First Name').fill('Ada');
  await page.getByRole('checkbox').first().click();
  const isTicked = await page.getByRole('checkbox').first().isChecked();
  release();
  await expect.poll(() => page.evaluate(() => 'earlyInput' in window)).toBe(false);

  await expect(page.getByLabel('First Name')).toHaveValue('Ada');
  expect(await page.getByRole('checkbox').first().isChecked()).toBe(isTicked);
  await expect(page.getByLabel('Phone', { exact: false }).first()).toHaveValue('(202) 555-0143');
});

test('login: a signed-in attendee never sees the form', async ({ page, server }) => {
  const release = await holdCalls(page, APP);
  await server.signIn(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByRole('button', { includeHidden: true }).first()).toBeHidden();
  release();
  await expect(page).toHaveURL('/dashboard');
});

test('agenda: a signed-in attendee sees the frame before the code arrives, and a guest does not', async ({
  page,
  server,
}) => {
  const release = await holdCalls(page, APP);
  await page.goto('/agenda', { waitUntil: 'commit' });
  await expect(page.getByRole('img', { name: 'Loading' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Agenda' })).toHaveCount(0);
  await server.signIn(page);
  await page.goto('/agenda', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Agenda' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(4);
  await expect(page.getByRole('img', { name: 'Loading' })).toHaveCount(0);
  release();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('focus: what a guest has tabbed to before the code arrives keeps the focus, with what was typed', async ({
  page,
}) => {
  const release = await holdCalls(page, APP);
  await page.goto('/registration?phone=2025550143', { waitUntil: 'commit' });
  const field = page.getByLabel('First Name');
  await field.focus();
  await page.keyboard.type('A');
  await field.evaluate((element) => element.setAttribute('data-kept', 'yes'));
  release();
  await expect(field, 'another element').not.toHaveAttribute('data-kept');
  await expect(field).toBeFocused();
  await page.keyboard.type('da');
  await expect(field).toHaveValue('Ada');
});

for (const [visitor, address, name] of [
  ['guest', '/login?from=a-mail', 'Privacy Policy'],
  ['attendee', '/agenda', 'Profile'],
] as const) {
  test(`focus: a link of the ${visitor}'s frame keeps it when the app replaces the frame`, async ({ page, server }) => {
    if (visitor === 'attendee') await server.signIn(page);
    const release = await holdCalls(page, APP);
    await page.goto(address, { waitUntil: 'commit' });
    const link = page.getByRole('link', { name });
    await link.focus();
    await link.evaluate((element) => element.setAttribute('data-kept', 'yes'));
    release();
    await expect(link, 'another element').not.toHaveAttribute('data-kept');
    await expect(link).toBeFocused();
  });
}
