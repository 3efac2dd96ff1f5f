import { writeFile } from 'node:fs/promises';
import { afterAnswer } from '@companion/testkit/afterAnswer';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import { signInToConsole } from '@companion/testkit/signInToConsole';

test("import of attendees: an organizer's own list is checked, then imported, and a workbook is told apart", async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'editor');
  await page.goto('/console/people');
  const noOne = page.getByText('No one was imported yet.');
  await expect(noOne).toBeVisible();
  await page.getByRole('link', { name: 'Import attendees' }).click();
  const choose = (name: string, text: string) =>
    page.getByLabel('The file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  const check = page.getByRole('button', { name: 'Check the file' });
  // One message, at the field.
  const field = page.getByLabel('The file');
  const large = 'The file is too large for an export of attendees. Check that it is the right one.';
  await check.click();
  await expect(page.getByText('Choose a file')).toHaveCount(1);
  // Made in the browser, since Playwright takes long to hand over as much.
  await field.evaluate((input: HTMLInputElement) => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(33 * 1024 * 1024)], 'everyone.csv'));
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(page.getByText('Choose a file')).toHaveCount(0);
  await check.click();
  await expect(page.getByText(large)).toHaveCount(1);
  await expect(field).toHaveAccessibleDescription(large);
  await expect(field).toBeFocused();

  await choose('guests.xlsx', 'PK\u0003\u0004');
  await check.click();
  await expect(page.getByRole('alert').filter({ hasText: 'save it as CSV first' })).toBeVisible();

  await choose('guests.csv', 'Full name,Work email,Company\nAda Byron,ada@example.com,Cedar LLC\nBo Lee,,\n');
  await check.click();
  await expect(page.getByText('2 rows: 1 new, 1 rejected. Nothing was written.')).toBeVisible();
  await expect(page.getByText('attendees are recognized by their e-mail')).toBeVisible();
  await expect(page.getByRole('row', { name: /^Row 3.*Rejected no e-mail address/ })).toBeVisible();
  // Whether the columns were understood.
  const sample = page.getByRole('table', { name: 'The first rows, as they were read' });
  await expect(sample.getByRole('row')).toHaveText(['2AdaByronada@example.com']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import these attendees' }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('2 rows: 1 new, 1 rejected.', { exact: true })).toBeVisible();
  await expect(sample).toHaveCount(0);

  // What was counted before does not show, also while the new count is awaited.
  const release = await holdCalls(page, '**/api/staff/people/funnel');
  await page.getByRole('link', { name: 'Go to the people' }).click();
  await expect(page.getByRole('link', { name: /Ada Byron/ })).toBeVisible();
  await expect(noOne).toHaveCount(0);
  release();
  await expect(page.getByRole('row', { name: 'Imported 1' })).toBeVisible();
  await page.getByRole('link', { name: /Ada Byron/ }).click();
  await expect(page.getByText('On a list')).toBeVisible();
  await expect(page.getByText('Ada Byron, ada@example.com')).toBeVisible();
  await expectAccessible(page);
});

test('import of attendees: a report is of the file that is chosen, and exactly what was checked is imported', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'editor');
  await page.goto('/console/people/import');
  const choose = (name: string) =>
    page.getByLabel('The file').setInputFiles({
      ...{ name: `${name}.csv`, mimeType: 'text/csv' },
      buffer: Buffer.from(`First Name,Last Name,Email\n${name},Byron,${name}@example.com\n`),
    });
  const check = page.getByRole('button', { name: 'Check the file' });
  const checks = '**/api/staff/people/imports/check';
  const release = await holdCalls(page, checks);
  await choose('Ada');
  const first = page.waitForResponse(checks);
  await check.click();
  await choose('Bo');
  release();
  await afterAnswer(page, first);
  // So long the page has for what it must not do.
  await page.waitForTimeout(500);
  await expect(page).not.toHaveURL(/run=/);
  await expect(page.getByText('Nothing was written.')).toHaveCount(0);

  await check.click();
  await page.getByRole('button', { name: 'Import these attendees' }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('1 row: 1 new.', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the people' }).click();
  await expect(page.getByRole('link', { name: 'Bo Byron' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ada Byron' })).toHaveCount(0);
});

test('people: a ticket that waits, since its e-mail has an account, shows on the page of that person', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'editor');
  await page.goto('/console/people/import');
  const ticket = (number: string, name: string) => `${number},9,General,Attending,${name},ada@example.com`;
  const buffer = Buffer.from(
    `Attendee #,Order #,Ticket Type,Attendee Status,First Name,Last Name,Email\n${ticket('41', 'Ada,Byron')}\n${ticket('42', 'Cy,Fox')}\n`,
  );
  await page.getByLabel('The file').setInputFiles({ name: 'export.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('button', { name: 'Import these attendees' }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('link', { name: 'Go to the people' }).click();
  await page.getByRole('link', { name: 'Ada Byron' }).click();

  const waiting = page
    .getByRole('definition')
    .filter({ hasText: 'Cy Fox is invited once the ticket has an e-mail of its own' });
  await expect(waiting).toContainText('order 9, Cy Fox, ada@example.com');
  await expect(page.getByText('Ticket 42')).toBeVisible();
  await expectAccessible(page);
});

test('import of attendees: the report of a check takes no one off another screen', async ({ page, server }) => {
  // The menu is open.
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInToConsole(page, server, 'editor');
  await page.goto('/console/people/import');
  const buffer = Buffer.from('Full name,Work email\nAda Byron,ada@example.com\n');
  await page.getByLabel('The file').setInputFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer });
  const release = await holdCalls(page, '**/api/staff/people/imports/check');
  const answered = page.waitForResponse('**/api/staff/people/imports/check');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('link', { name: 'Speakers', exact: true }).click();
  await expect(page).toHaveURL('/console/programme/speakers');
  release();
  await afterAnswer(page, answered);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  await expect(page).toHaveURL('/console/programme/speakers');
});

test('import of attendees: a file that was changed after it was chosen is asked for again', async ({
  page,
  server,
}, testInfo) => {
  await signInToConsole(page, server, 'editor');
  await page.goto('/console/people/import');
  const file = testInfo.outputPath('guests.csv');
  await writeFile(file, 'Full name,Work email\nAda Byron,ada@example.com\n');
  await page.getByLabel('The file').setInputFiles(file);
  await writeFile(file, 'First Name,Last Name,Email\nAda,Byron,ada@example.com\nCy,Fox,cy@example.com\n');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('The file has changed since you chose it')).toBeVisible();
  await expect(page.getByLabel('The file')).toBeFocused();
  const chooser = page.waitForEvent('filechooser');
  await page.getByLabel('The file').click();
  await (await chooser).setFiles(file);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('button', { name: 'Import these attendees' })).toBeVisible();
});
