import { COMMENTS_PER_PAGE } from '@companion/contract/staff/itemComments';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { feedbackOn } from '@companion/testkit/feedbackOn';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { signedInMember } from '@companion/testkit/staffBrowser';

test('comments: one of an unknown session is found by its words, hidden in one press and shown again by Undo', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'host');
  const { title, say } = await feedbackOn(server);
  await say({ vote: 'up', comment: 'A calm room' });
  await say({ vote: 'down', comment: 'You lot are offensive fools' });
  await page.goto('/console');
  await page.getByRole('button', { name: /^Go to/ }).click();
  await page.keyboard.type('comments');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Comments');
  const rude = page.getByRole('listitem').filter({ hasText: 'offensive' });
  await expect(page.getByText('A calm room')).toBeVisible();
  await expect(rude.getByRole('link', { name: title })).toBeVisible();

  await page.getByLabel('Search all comments').fill('OFFENSIVE');
  await expect(page.getByText('A calm room')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: '1 comment' })).toBeVisible();
  await expectAccessible(page);
  await rude.getByRole('button', { name: /^Hide/ }).press('Enter');
  const notices = page.getByRole('status', { name: 'Notices' });
  await expect(notices).toContainText('The comment is hidden.');
  await expect(rude).toContainText('Hidden');
  // The focus stays, for a second press.
  await expect(rude.getByRole('button', { name: /^Show again/ })).toBeFocused();
  await expectAccessible(page);
  await notices.getByRole('button', { name: 'Undo' }).click();
  await expect(rude.getByRole('button', { name: /^Hide/ })).toBeVisible();

  await page.getByRole('radio', { name: 'Hidden' }).press(' ');
  await expect(page.getByText('No matches.')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});

test('comments: follow as they come in, page by page, and of one session only', async ({ page, server }) => {
  await signInToConsole(page, server, 'host');
  const { id, title, say } = await feedbackOn(server);
  await page.goto('/console/comments');
  await expect(page.getByText('There are no comments yet.')).toBeVisible();
  const filters = () => page.getByRole('radio', { name: 'Hidden' }).boundingBox();
  const before = await filters();
  for (let number = 0; number <= COMMENTS_PER_PAGE; number++) {
    await say({ vote: 'up', comment: `Comment ${number}` });
    server.clock.advance(1);
  }
  // A node keeps the figures for a second.
  server.clock.advance(1_000);
  await expect(page.getByRole('status').filter({ hasText: `${COMMENTS_PER_PAGE + 1} comments` })).toBeVisible();
  // The list of sessions has got an option by now, and moves nothing.
  expect(await filters()).toEqual(before);
  await page.getByRole('button', { name: 'Older' }).click();
  await expect(page.getByText('Comment 0')).toBeVisible();

  await page.getByLabel('Session or speaker').selectOption({ label: await optionOf(title) });
  await expect(page).toHaveURL(new RegExp(`item=${id}`));
  await expect(page.getByText(`Comment ${COMMENTS_PER_PAGE}`)).toBeVisible();

  async function optionOf(name: string): Promise<string> {
    const options = await page.getByLabel('Session or speaker').getByRole('option').allTextContents();
    return options.find((text) => text.includes(`${name} (${COMMENTS_PER_PAGE + 1})`)) ?? '';
  }
});

test('comments: a note that is typed stays while its comment leaves the page, and after the dialog was closed', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'host');
  const { say } = await feedbackOn(server);
  await say({ vote: 'up', comment: 'A calm room' });
  await page.goto('/console/comments');
  await page.getByRole('button', { name: 'Add a note: A calm room' }).click();
  const dialog = page.getByRole('dialog', { name: 'Note on this comment' });
  const note = dialog.getByLabel('Note, for the staff only');
  await note.fill('Ask the');
  for (let number = 0; number < COMMENTS_PER_PAGE; number++) {
    server.clock.advance(1);
    await say({ vote: 'up', comment: `Newer ${number}` });
  }
  server.clock.advance(1_000);
  await expect(page.getByText(`Newer ${COMMENTS_PER_PAGE - 1}`)).toBeVisible();
  await expect(page.getByText('A calm room')).toHaveCount(0);
  await expect(note).toBeFocused();
  await page.keyboard.type(' venue');
  // As the end of the session closes it too.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByLabel('Search all comments').fill('calm');
  const again = page.getByRole('button', { name: 'Add a note: A calm room' });
  await again.click();
  await expect(note).toHaveValue('Ask the venue');
  await dialog.getByRole('button', { name: 'Store the note' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'A calm room' })).toContainText('Note: Ask the venue');

  await page.getByRole('button', { name: 'Change the note: A calm room' }).click();
  await note.fill('Something else');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Change the note: A calm room' }).click();
  await expect(note).toHaveValue('Ask the venue');

  await note.fill('Not yet stored');
  await page.keyboard.press('Escape');
  const { browser } = await signedInMember(server, 'host');
  const [{ id = '', contentId = '' } = {}] = (await browser.ask('getComments', { query: { search: 'calm' } })).results
    .comments;
  await browser.ask('moderateComment', { params: { contentId, commentId: id }, body: { note: 'The venue knows' } });
  await expect(page.getByRole('listitem').filter({ hasText: 'A calm room' })).toContainText('Note: The venue knows');
  await page.getByRole('button', { name: 'Change the note: A calm room' }).click();
  await expect(note).toHaveValue('Not yet stored');
  await expect(dialog).toContainText('Another member has stored a note since you began: The venue knows');
});

test('comments: where the hidden ones leave the list, the keyboard goes on with the next, of all sessions and of one', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'host');
  const { id, say } = await feedbackOn(server);
  for (const comment of ['Said first', 'Said second', 'Said third']) {
    await say({ vote: 'up', comment });
    server.clock.advance(1);
  }
  await page.goto('/console/comments?hidden=no');
  const rows = page.getByRole('main').getByRole('listitem');
  await page.getByRole('button', { name: 'Hide: Said second' }).press('Enter');
  await expect(rows).toHaveText([/^Said third/, /^Said first/]);
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(rows.last().getByRole('link')).toBeFocused();

  await page.goto(`/console/feedback/items/${id}?hidden=no`);
  const comments = page.getByRole('region', { name: 'Comments' });
  await comments.getByRole('button', { name: 'Hide: Said third' }).press('Enter');
  await expect(comments.getByRole('listitem')).toHaveText([/^Said first/]);
  await expect(comments.getByRole('listitem')).toBeFocused();
  await comments.getByRole('button', { name: 'Hide: Said first' }).press('Enter');
  await expect(comments.getByRole('listitem')).toHaveCount(0);
  await expect(comments.getByRole('heading')).toBeFocused();
});
