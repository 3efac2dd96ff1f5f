import { expect, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import { signInToConsole } from '@companion/testkit/signInToConsole';

test('import of sessions: once the rejected rows are left out, the heading of the report has the focus', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'editor');
  await page.goto('/console/programme/import');
  await page.getByRole('radio', { name: 'Copied rows' }).check();
  const rows = ['Title,Start,End', 'Good,2031-05-01 10:00,2031-05-01 11:00', 'Bad,never,never'];
  await page.getByRole('textbox', { name: 'Rows' }).fill(rows.join('\n'));
  await page.getByLabel('First day').fill('2031-05-01');
  await page.getByRole('button', { name: 'Look at what it would change' }).click();
  await page.getByRole('button', { name: 'Leave out the rejected rows' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Import into the draft' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'What it would change' })).toBeFocused();
});

test('import of sessions: once it is done it takes no one off another screen', async ({ page, server }) => {
  // The menu is open.
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInToConsole(page, server, 'editor');
  await page.goto('/console/programme/import');
  await page.getByRole('radio', { name: 'Copied rows' }).check();
  const rows = ['Title,Start,End', 'Good,2031-05-01 10:00,2031-05-01 11:00'];
  await page.getByRole('textbox', { name: 'Rows' }).fill(rows.join('\n'));
  await page.getByLabel('First day').fill('2031-05-01');
  await page.getByRole('button', { name: 'Look at what it would change' }).click();
  const run = page.getByRole('button', { name: 'Import into the draft' });
  await expect(run).toBeVisible();
  const release = await holdCalls(page, '**/api/staff/programme/import');
  await run.click();
  await page.getByRole('link', { name: 'Speakers', exact: true }).click();
  await expect(page).toHaveURL('/console/programme/speakers');
  release();
  await expect(page.getByText('The sessions are imported.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Speakers');
  await expect(page).toHaveURL('/console/programme/speakers');
});
