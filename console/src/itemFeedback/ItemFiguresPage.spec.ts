import { COMMENTS_PER_PAGE } from '@companion/contract/staff/itemComments';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { feedbackOn } from '@companion/testkit/feedbackOn';
import { pressTryAgain } from '@companion/testkit/pressTryAgain';
import { signInToConsole } from '@companion/testkit/signInToConsole';

test('feedback: figures follow as votes come in; a comment is hidden in one press, with a note, by keys alone, and shown again', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'editor');
  const { say, title } = await feedbackOn(server);
  await page.goto('/console/feedback');
  await page.getByLabel('Search a title').fill(title);
  await expect(page).toHaveURL(/q=/);
  const row = page.getByRole('row').filter({ hasText: title }).first();
  await expect(row).toContainText('No votes');
  await say({ vote: 'up', comment: `<img src=x onerror=alert(1)> \u202e ${'long'.repeat(200)}` });
  await say({ vote: 'down', comment: 'The chairs' });
  await expect(row).toContainText('1 up, 1 down');
  await expect(row).toContainText('confirmed 0 up, 0 down');
  await server.services.db.updateTable('votes').set({ standing: 'confirmed' }).where('vote', '=', 'up').execute();
  await expect(row).toContainText('confirmed 1 up, 0 down');
  await expect(row).toContainText('2 comments');
  await expectAccessible(page);

  await row.getByRole('link').press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  const votes = page.getByRole('region', { name: 'Votes' });
  await expect(votes).toContainText('2 votes, 1 confirmed');
  await expect(votes.getByRole('row', { name: 'Up' }).getByRole('cell')).toHaveText(['1 50%', '1 100%']);
  await page.getByRole('button', { name: 'Hide: The chairs' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Show again: The chairs' })).toBeFocused();
  await page.getByRole('button', { name: 'Add a note: The chairs' }).press('Enter');
  await expect(page.getByLabel('Note, for the staff only')).toBeFocused();
  await page.keyboard.type('Off topic');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Store the note' }).press('Enter');
  const comment = page.getByRole('listitem').filter({ hasText: 'The chairs' });
  await expect(comment).toContainText('Note: Off topic');
  await expect(page.getByText('2 comments, 1 hidden')).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await page.getByRole('radio', { name: 'Shown' }).press(' ');
  await expect(comment).toHaveCount(0);
  await page.getByRole('radio', { name: 'All' }).press(' ');
  await comment.getByRole('button', { name: 'Show again' }).press('Enter');
  await expect(page.getByText('1 hidden')).toHaveCount(0);

  await page.goto('/console/feedback/items/none');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such session or speaker.');
  await page.keyboard.press('Control+k');
  await page.keyboard.type(title);
  await page
    .getByRole('option', { name: `${title} Feedback` })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await page.goto('/console/feedback/messages');
  await expect(page.getByText('There are no messages yet.')).toBeVisible();
  await expectAccessible(page);
});

test('feedback: a page of comments that cannot be read leaves the item and the comments before it, and is read on request; a search leaves no others (decision 049)', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'editor');
  const { id, title, say } = await feedbackOn(server);
  for (let number = 0; number <= COMMENTS_PER_PAGE; number++) await say({ vote: 'up', comment: `Comment ${number}` });
  await page.goto(`/console/feedback/items/${id}`);
  const comments = page.getByRole('region', { name: 'Comments' });
  const [newest, oldest] = [comments.getByText(`Comment ${COMMENTS_PER_PAGE}`), comments.getByText('Comment 0')];
  await expect(newest).toBeVisible();
  await page.route('**/comments?*page=2*', (route) =>
    route.fulfill({ status: 500, json: { message: 'It is broken.', traceId: 'trace' } }),
  );
  await comments.getByRole('button', { name: 'Older' }).click();
  await expect(comments.getByRole('alert')).toHaveText('It is broken.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByRole('region', { name: 'Votes' })).toContainText(`${COMMENTS_PER_PAGE + 1}`);
  await expect(newest).toBeVisible();
  await expectAccessible(page);

  // What is kept stays true.
  await comments.getByRole('button', { name: `Hide: Comment ${COMMENTS_PER_PAGE}` }).click();
  await expect(comments.getByRole('button', { name: `Show again: Comment ${COMMENTS_PER_PAGE}` })).toBeVisible();

  await pressTryAgain(page, '**/comments?*page=2*');
  await expect(oldest).toBeVisible();
  await expect(newest).toHaveCount(0);

  await page.route('**/comments?*search=*', (route) =>
    route.fulfill({ status: 500, json: { message: 'The search is broken.', traceId: 'trace' } }),
  );
  await comments.getByLabel('Search the comments').fill('lamps');
  await expect(comments.getByRole('alert')).toHaveText('The search is broken.');
  await expect(comments.getByText(/^Comment \d+$/)).toHaveCount(0);
  await expect(comments.getByLabel('Search the comments')).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});
