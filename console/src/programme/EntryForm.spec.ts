import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { paths } from '../paths.ts';

test('a form of the programme: what was saved and cannot be published is named at once, with its first field in sight', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'editor');
  const notices = page.getByRole('status', { name: 'Notices' });

  await page.goto(paths.eventSettings);
  await page.getByLabel('Rooms and how many people they hold').fill('Potomac Ballroom: 1');
  await page.getByLabel('E-mail of the help desk').fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(notices).toContainText('The event is saved. 2 problems to correct before you publish.');
  await expect(page.getByLabel('Rooms and how many people they hold')).toBeFocused();
  await expect(page.getByText('must be a room and how many people it holds')).toBeInViewport();

  await page.goto(paths.sponsors);
  await page.getByRole('link', { name: 'New sponsor' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Heron & Sons');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Heron & Sons' })).toBeVisible();
  await expect(notices).toContainText('The sponsor is added. 3 problems to correct before you publish.');
  await expect(page.getByLabel('Tier')).toBeFocused();
  await expectAccessible(page);
});

test('the problems that prevent publishing lead to the first of them, from every screen of the programme', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'editor');
  await page.goto(paths.eventSettings);
  const phone = page.getByLabel('Phone of the help desk');
  await phone.fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAccessibleDescription(/Phone of the help desk is missing$/);
  const problems = page.getByRole('link', { name: '1 problem to correct first' });

  for (const screen of [paths.publish, paths.speakers]) {
    await page.goto(screen);
    await problems.click();
    await expect(phone).toBeFocused();
    await expect(phone).toBeInViewport();
  }
  // It leads there again from the same screen.
  await page.getByLabel('Name', { exact: true }).focus();
  await problems.click();
  await expect(phone).toBeFocused();
});

test('a form of the programme: a value that is refused gets the focus', async ({ page, server }) => {
  await signInToConsole(page, server, 'editor');
  await page.goto(paths.eventSettings);
  await page.getByLabel('Number of days').fill('90');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByLabel('Number of days')).toBeFocused();
});
