import { createAudienceQuestion } from '@companion/contract/audienceQuestion';
import type { Credentials } from '@companion/contract/session';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { signInToConsole } from '@companion/testkit/signInToConsole';
import { signedInMember } from '@companion/testkit/staffBrowser';
import type { TestServer } from '@companion/testkit/testServer';

test.use({ viewport: { width: 1280, height: 800 } });

/** An attendee asks the speakers of the opening. */
async function audienceQuestion(server: TestServer, text: string, author?: Credentials): Promise<void> {
  expect(await statusOfAsking(server, text, author ?? (await server.register()))).toBe(201);
}

async function statusOfAsking(server: TestServer, text: string, { access_token }: Credentials): Promise<number> {
  const response = await fetch(`${server.url}/api${createAudienceQuestion.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ contentId: 'opening', text }),
  });
  return response.status;
}

test('questions: keys move, select, moderate and undo; new questions show by themselves (decision 051)', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'host');
  const markup = '<img src=x onerror="document.title=1"> \u202eسؤال';
  for (const text of ['First?', markup, 'w'.repeat(500)]) await audienceQuestion(server, text);
  await page.goto('/console/questions');
  const rows = page.getByRole('list', { name: 'Questions' }).getByRole('listitem');
  const waiting = page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: /Q&A/ });
  await expect(rows).toHaveCount(3);
  await expect(waiting).toHaveAccessibleName(/3 waiting/);
  await expect(rows.nth(1)).toContainText(markup);
  await expect(page.locator('main img')).toHaveCount(0);

  await page.keyboard.press('j');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('a');
  await expect(rows).toHaveCount(2);
  // The next one takes its place.
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('p');
  const notices = page.getByRole('status', { name: 'Notices' });
  await expect(notices).toContainText('Pin one question at a time.');
  await page.keyboard.press('d');
  await expect(page.getByText('No questions are waiting.')).toBeVisible();
  await expect(waiting).toHaveAccessibleName('Q&A');
  const undo = notices.getByRole('button', { name: 'Undo U' });
  // One for both actions.
  await expect(undo).toHaveCount(1);
  await page.keyboard.press('u');
  await expect(rows).toHaveCount(2);
  await expect(notices).toContainText('Undone. Before that: ');
  await expect(undo).toHaveCount(1);
  await undo.click();
  await expect(rows).toHaveCount(3);
  await expect(undo).toHaveCount(0);

  await audienceQuestion(server, 'A new one?');
  await expect(rows).toHaveCount(4);
  await rows.last().getByRole('button', { name: 'Pin' }).click();
  await page.getByRole('radio', { name: 'Pinned' }).click();
  await expect(page).toHaveURL(/state=pinned/);
  await page.reload();
  await expect(rows).toHaveText([/A new one\?/]);
  const session = page.getByLabel('Session');
  await session.selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Show its questions on stage' }).click();
  await expect(page.getByText('On stage: the questions to')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});

test('questions: an unconfirmed author shows; keys and a dialog dismiss all of an author, block the author, and undo both', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'host');
  const [confirmed, invented] = [await server.registerProved(), await server.register()];
  await audienceQuestion(server, 'From the hall?', confirmed);
  for (const text of ['Spam one', 'Spam two']) await audienceQuestion(server, text, invented);
  await page.goto('/console/questions');
  const rows = page.getByRole('list', { name: 'Questions' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: 'Unconfirmed author' })).toHaveText([/Spam one/, /Spam two/]);
  await expectAccessible(page);

  for (let row = 0; row < 2; row++) await page.keyboard.press('j');
  await page.keyboard.press('e');
  const notices = page.getByRole('status', { name: 'Notices' });
  await expect(notices).toContainText('2 questions of this author dismissed.');
  await expect(rows).toHaveText([/From the hall\?/]);
  await page.keyboard.press('u');
  await expect(rows).toHaveCount(3);

  await rows
    .nth(1)
    .getByRole('button', { name: /^Author…/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'The author of this question' });
  await expect(dialog).toContainText('The author is not confirmed');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Block author' }).click();
  await expect(notices).toContainText('The author is blocked.');
  await expect(rows.filter({ hasText: 'Blocked author' })).toHaveCount(2);
  expect(await statusOfAsking(server, 'Spam three', invented)).toBe(403);
  await notices.getByRole('button', { name: 'Undo U' }).last().click();
  await expect(rows.filter({ hasText: 'Blocked author' })).toHaveCount(0);
  expect(await statusOfAsking(server, 'Allowed again', invented)).toBe(201);
  await expect(rows).toHaveCount(4);

  await rows.nth(1).focus();
  await page.keyboard.press('b');
  await expect(rows.filter({ hasText: 'Blocked author' })).toHaveCount(3);
  await page.keyboard.press('b');
  await expect(notices).toContainText('The author may ask again.');
  await expect(rows.filter({ hasText: 'Blocked author' })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});

test('questions: dismissing all of an author keeps the block that another moderator has just made', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'host');
  const { browser } = await signedInMember(server, 'host');
  const invented = await server.register();
  for (const text of ['Spam one', 'Spam two']) await audienceQuestion(server, text, invented);
  await page.goto('/console/questions');
  const rows = page.getByRole('list', { name: 'Questions' }).getByRole('listitem');
  await rows
    .first()
    .getByRole('button', { name: /^Author…/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'The author of this question' });
  await expect(dialog.getByRole('button', { name: 'Block author', exact: true })).toBeVisible();

  const { results } = await browser.ask('getAudienceQuestionQueue', { query: { search: 'Spam one' } });
  const author = results.audienceQuestions[0]?.author ?? '';
  await browser.ask('moderateAuthor', { params: { author }, body: { isBlocked: true, dismisses: false } });
  await expect(dialog).toContainText('The author is blocked.');
  // The button does what it did when the dialog was opened.
  await expect(dialog.getByRole('button', { name: 'Block author', exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Dismiss all of this author' }).click();
  await expect(page.getByRole('status', { name: 'Notices' })).toContainText('2 questions of this author dismissed.');
  expect(await statusOfAsking(server, 'Spam three', invented)).toBe(403);
});

test('questions: what a toast reports covers no button of a row, on a wide window and at the end of the list on a phone', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'host');
  for (let number = 1; number <= 9; number++) await audienceQuestion(server, `Question ${number}?`);
  await page.goto('/console/questions');
  const rows = page.getByRole('list', { name: 'Questions' }).getByRole('listitem');
  await expect(rows).toHaveCount(9);
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await expect(rows).toHaveCount(8);
  const undo = page.getByRole('button', { name: 'Undo U' });
  const covered = async () => {
    const toast = await page.getByRole('status', { name: 'Notices' }).locator('> div').boundingBox();
    const boxes = await Promise.all((await rows.getByRole('button').all()).map((button) => button.boundingBox()));
    return boxes.filter(
      (box) =>
        box &&
        toast &&
        box.x < toast.x + toast.width &&
        toast.x < box.x + box.width &&
        box.y < toast.y + toast.height &&
        toast.y < box.y + box.height,
    );
  };
  await expect(undo).toBeVisible();
  expect(await covered()).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
  await expect(undo).toBeVisible();
  expect(await covered()).toEqual([]);
});

test('questions: once the last one that waits is approved on a phone, the heading has the focus', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInToConsole(page, server, 'host');
  await audienceQuestion(server, 'The only one?');
  await page.goto('/console/questions');
  await page.getByRole('button', { name: 'Approve: The only one?' }).click();
  await expect(page.getByText('No questions are waiting.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('questions: what is selected stays until it was moderated: after a failure, and after a press on another question', async ({
  page,
  server,
}) => {
  await signInToConsole(page, server, 'host');
  for (const text of ['First?', 'Second?', 'Third?']) await audienceQuestion(server, text);
  await page.goto('/console/questions?state=all');
  for (const text of ['First?', 'Second?']) await page.getByRole('checkbox', { name: `Select: ${text}` }).click();
  const selection = page.getByRole('region', { name: 'Selected questions' });
  await expect(selection).toContainText('2 selected');
  const moderation = '**/api/staff/audience-questions';
  await page.route(moderation, (route) => route.fulfill({ status: 503, json: { message: 'Busy.', traceId: 'trace' } }));
  await selection.getByRole('button', { name: 'Approve' }).click();
  const notices = page.getByRole('status', { name: 'Notices' });
  await expect(notices).toContainText('Busy.');
  await expect(selection).toContainText('2 selected');

  await page.unroute(moderation);
  await page.getByRole('button', { name: 'Dismiss: Third?' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Third?' })).toContainText('Dismissed');
  await expect(selection).toContainText('2 selected');
  await selection.getByRole('button', { name: 'Approve' }).click();
  await expect(notices).toContainText('2 questions shown to everyone.');
  await expect(selection).toHaveCount(0);
});
