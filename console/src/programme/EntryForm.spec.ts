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

test('a form of the programme: a value that is refused gets the focus', async ({ page, server }) => {
  await signInToConsole(page, server, 'editor');
  await page.goto(paths.eventSettings);
  await page.getByLabel('Number of days').fill('90');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByLabel('Number of days')).toBeFocused();
});
