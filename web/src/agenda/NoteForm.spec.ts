import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { KEYNOTE, PROGRAMME } from '@companion/testkit/contentItemPage';
import { loseAnswers } from '@companion/testkit/loseAnswers';
import { postAs } from '@companion/testkit/postAs';
import { stageContent } from '@companion/testkit/stageContent';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page } from '@playwright/test';

const noteOf = (page: Page) => page.getByRole('textbox', { name: 'Your note' });
const storedNote = async ({ services: { db } }: TestServer) =>
  (await db.selectFrom('own_notes').select('note').execute())[0]?.note;
/** Another device of the same person saves a note. */
const noteElsewhere = (server: TestServer, token: string, note: string, before: string[]) =>
  postAs(server, token, 'content/notes', { campaignId: 'agenda', contentId: 'keynote', note, before }, 'PUT');
const WAITING = 'Your note is waiting to send.';

test('note: written without a network, it waits, is kept over a reload, and is stored with what another device has noted (decision 072)', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await stageContent(server, PROGRAMME);
  const { access_token } = await server.signIn(page);
  const stored = () => storedNote(server);
  await page.goto(KEYNOTE);
  await noteOf(page).fill('Ask:\n<b>8(a)</b>');
  // What is typed is kept in this tab.
  await page.reload();
  await expect(noteOf(page)).toHaveValue('Ask:\n<b>8(a)</b>');
  await expect(page.getByText('This note is not saved yet.')).toBeVisible();
  await noteOf(page).press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(stored).toBe('Ask:\n<b>8(a)</b>');
  await expect(page.getByText('This note is not saved yet.')).toBeHidden();
  await expectAccessible(page);

  await page.route('**/api/**', (route) => route.abort());
  await noteOf(page).fill('Ask:\n8(a), and HUBZone');
  await page.getByRole('button', { name: 'Save Note' }).click();
  await expect(page.getByText(WAITING)).toBeVisible();
  await noteElsewhere(server, access_token, 'Row three', ['Ask:\n<b>8(a)</b>']);
  await page.reload();
  await expect(noteOf(page)).toHaveValue('Ask:\n8(a), and HUBZone');
  await expect(page.getByText(WAITING)).toBeVisible();

  await page.unroute('**/api/**');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  const both = 'Row three\n\nAsk:\n8(a), and HUBZone';
  await expect.poll(stored).toBe(both);
  await expect(noteOf(page)).toHaveValue(both);
  await expect(page.getByText(WAITING)).toBeHidden();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('note: what was changed several times while an answer was lost replaces all of it (decision 072)', async ({
  page,
  server,
}) => {
  await stageContent(server, PROGRAMME);
  await server.signIn(page);
  const stored = () => storedNote(server);
  await page.goto(KEYNOTE);
  await loseAnswers(page, '**/content/notes');
  for (const text of ['Hello', 'Bye', 'Ciao']) {
    await noteOf(page).fill(text);
    await page.getByRole('button', { name: 'Save Note' }).click();
    await expect(page.getByText(WAITING)).toBeVisible();
    await expect.poll(stored).toBe('Hello');
    // From now on nothing arrives.
    await page.route('**/api/**', (route) => route.abort());
    await expect(page.getByRole('button', { name: 'Save Note' })).toBeEnabled();
  }
  await page.unroute('**/api/**');
  await page.unroute('**/content/notes');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText(WAITING)).toBeHidden();
  expect(await stored()).toBe('Ciao');
});

test('note: what was typed and taken back is no draft: another device’s note shows (decision 072)', async ({
  page,
  server,
}) => {
  await stageContent(server, PROGRAMME);
  const { access_token } = await server.signIn(page);
  await page.goto(KEYNOTE);
  await noteOf(page).press('x');
  await noteOf(page).press('Backspace');
  await noteElsewhere(server, access_token, 'Theirs', []);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(noteOf(page)).toHaveValue('Theirs');
});

test('note: a draft that was begun before another device changed the note takes nothing away from it (decision 072)', async ({
  page,
  server,
}) => {
  await stageContent(server, PROGRAMME);
  const { access_token } = await server.signIn(page);
  await noteElsewhere(server, access_token, 'First', []);
  await page.goto(KEYNOTE);
  await expect(noteOf(page)).toHaveValue('First');
  await noteOf(page).fill('Mine');
  await noteElsewhere(server, access_token, 'Theirs', ['First']);
  const read = page.waitForResponse('**/api/public/content/agenda/keynote');
  await page.reload();
  await read;

  await page.getByRole('button', { name: 'Save Note' }).click();

  await expect(noteOf(page)).toHaveValue('Theirs\n\nMine');
  await noteOf(page).fill('x'.repeat(2001));
  await expect(page.getByText('Must be 2000 characters or less')).toBeVisible();
  await noteOf(page).fill('');
  await page.getByRole('button', { name: 'Save Note' }).click();
  await expect.poll(() => server.services.db.selectFrom('own_notes').select('note').execute()).toEqual([{ note: '' }]);
});
