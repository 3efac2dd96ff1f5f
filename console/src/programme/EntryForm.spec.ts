import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { drawPhoto } from '@companion/testkit/drawPhoto';
import { holdCalls } from '@companion/testkit/holdCalls';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { NEW_ENTRY, paths } from '../paths.ts';

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

/** A drawing is not cropped. */
const drawing = (content: string) => ({ name: 'ada.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(content) });
const PICTURES = '**/api/staff/programme/pictures';
const EDITS = '**/api/staff/programme/edits';

test('a new entry waits for its picture, and is not added without one that fails', async ({ page, server }) => {
  await signInToConsole(page, server, 'editor');
  await page.goto(paths.speaker(NEW_ENTRY));
  const name = page.getByLabel('Name', { exact: true });
  const add = page.getByRole('button', { name: 'Add', exact: true });
  const file = page.locator('input[type="file"]');
  await name.fill('Ada Byron');
  const refuse = await holdCalls(page, PICTURES);
  await file.setInputFiles(drawing('<html>no picture</html>'));
  await add.click();
  await expect(add).toHaveAttribute('aria-busy', 'true');
  refuse();
  await expect(page.getByText('Must be an SVG, PNG, JPEG or WebP picture')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New speaker');

  await page.unroute(PICTURES);
  const release = await holdCalls(page, PICTURES);
  await file.setInputFiles(
    drawing('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'),
  );
  await name.press('Control+Enter');
  await expect(add).toHaveAttribute('aria-busy', 'true');
  // It is for no one yet: neither for this entry, nor for the next one.
  await name.pressSequentially('!');
  await expect(name).toHaveValue('Ada Byron');
  release();
  await expect(page.getByText('The speaker is added.')).toBeVisible();
  await expect(name).toHaveValue('');
  await expect(page.getByText('No picture')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Discard what I typed' })).toHaveCount(0);
  await page.goto('/console/programme/speakers');
  await page.getByRole('link', { name: 'Ada Byron' }).click();
  await expect(page.getByRole('img', { name: 'Ada Byron' })).toBeVisible();
});

test('what is typed while an entry is being added is a change of it, and not of the next one', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'editor');
  await page.goto(paths.speaker(NEW_ENTRY));
  const name = page.getByLabel('Name', { exact: true });
  const role = page.getByLabel('Role', { exact: true });
  await name.fill('Ada Byron');
  await role.fill('Engineer');
  const release = await holdCalls(page, EDITS);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await name.fill('Ada Lovelace');
  await role.fill('');
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Byron');
  await expect(name).toHaveValue('Ada Lovelace');
  await expect(role).toHaveValue('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Lovelace');

  await page.getByRole('link', { name: 'Speakers' }).last().click();
  await page.getByRole('link', { name: 'New speaker' }).click();
  await expect(name).toHaveValue('');
});

test('an entry that was added after its screen was left takes no one off another screen', async ({ page, server }) => {
  // The menu is open.
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInToConsole(page, server, 'editor');
  await page.goto(paths.session(NEW_ENTRY));
  await page.getByLabel('Title', { exact: true }).fill('Opening');
  const release = await holdCalls(page, EDITS);
  await page.getByRole('button', { name: 'Save and add another' }).click();
  await page.getByRole('link', { name: 'Speakers', exact: true }).click();
  await expect(page).toHaveURL(paths.speakers);
  release();
  await expect(page.getByText('The session is added.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Speakers');
  await expect(page).toHaveURL(paths.speakers);
});

test('an entry that is being added is not added twice by who comes back to its form', async ({ page, server }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInToConsole(page, server, 'editor');
  await page.goto(paths.speaker(NEW_ENTRY));
  const name = page.getByLabel('Name', { exact: true });
  const add = page.getByRole('button', { name: 'Add', exact: true });
  await name.fill('Ada Byron');
  const release = await holdCalls(page, EDITS);
  await add.click();
  await page.getByRole('link', { name: 'Speakers', exact: true }).first().click();
  await page.getByRole('link', { name: 'New speaker' }).click();
  await expect(name).toHaveValue('Ada Byron');
  await expect(add).toHaveAttribute('aria-busy', 'true');
  await name.press('Enter');
  release();
  await expect(page.getByText('The speaker is added.')).toBeVisible();
  await expect(name).toHaveValue('');
  await page.getByRole('link', { name: 'Speakers', exact: true }).first().click();
  await expect(page.getByRole('link', { name: 'Ada Byron' })).toHaveCount(1);
});

test('a form that was left says that it could not be saved', async ({ page, server }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInToConsole(page, server, 'editor');
  await page.goto(paths.speaker(NEW_ENTRY));
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron');
  const { promise: isLeft, resolve: answer } = Promise.withResolvers<void>();
  await page.route(EDITS, async (route) => {
    await isLeft;
    await route.fulfill({ status: 503, json: { message: 'The disk is full.', traceId: 'disk-1' } });
  });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('link', { name: 'Sponsors', exact: true }).click();
  await expect(page).toHaveURL(paths.sponsors);
  answer();
  await expect(page.getByText('The disk is full.')).toBeVisible();
});

test('a picture that could not be uploaded after its form was left is reported, since nothing was saved', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInToConsole(page, server, 'editor');
  await page.goto(paths.speaker(NEW_ENTRY));
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron');
  const refuse = await holdCalls(page, PICTURES);
  await page.locator('input[type="file"]').setInputFiles(drawing('<html>no picture</html>'));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('link', { name: 'Sponsors', exact: true }).click();
  await expect(page).toHaveURL(paths.sponsors);
  refuse();
  await expect(page.getByText('The picture could not be uploaded, so nothing was saved.')).toBeVisible();
});

test('a picture that is pasted twice is cropped twice, and the entry is saved', async ({ page, server }) => {
  await signInToConsole(page, server, 'editor');
  await page.goto(paths.speaker(NEW_ENTRY));
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron');
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
  const photo = (await drawPhoto(40, 40)).toString('base64');
  await page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], 'ada.jpg', { type: 'image/jpeg' }));
    for (let times = 0; times < 2; times++) window.dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
  }, photo);
  const crop = page.getByRole('dialog', { name: 'Crop the picture' });
  await crop.getByRole('button', { name: 'Use this part' }).click();
  await expect(page.getByRole('img', { name: 'Ada Byron' })).toBeVisible();
  await crop.getByRole('button', { name: 'Cancel' }).click();
  await expect(crop).toBeHidden();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('The speaker is added.')).toBeVisible();
});
