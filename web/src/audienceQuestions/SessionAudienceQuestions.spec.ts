import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { KEYNOTE, openItem, PROGRAMME } from '@companion/testkit/contentItemPage';
import { goOffline } from '@companion/testkit/goOffline';
import { holdCalls } from '@companion/testkit/holdCalls';
import { askAnother, moderateAudienceQuestion } from '@companion/testkit/hostAudienceQuestions';
import { showEveryone } from '@companion/testkit/showEveryone';
import { stageContent } from '@companion/testkit/stageContent';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page } from '@playwright/test';

const field = (page: Page) => page.getByRole('textbox', { name: 'Your question' });
const send = (page: Page) => page.getByRole('button', { name: 'Send Question' });
const own = (page: Page) => page.getByRole('region', { name: 'Your questions' }).getByRole('listitem');
const all = (page: Page) => page.getByRole('region', { name: 'All questions' }).getByRole('listitem');
const upvote = (page: Page, text: string) => all(page).filter({ hasText: text }).getByRole('button');

const audienceQuestions = ({ services: { db } }: TestServer) =>
  db.selectFrom('audience_questions').select(['id', 'content_id', 'text', 'state']).orderBy('created_at').execute();
const upvotes = ({ services: { db } }: TestServer) =>
  db.selectFrom('audience_question_upvotes').select('audience_question_id').execute();

test('audience questions: by keyboard a question is asked once, and its author follows what becomes of it without a reload (decision 051)', async ({
  page,
  server,
}) => {
  await openItem(page, server);
  await page.getByRole('button', { name: 'Questions from the Hall' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Questions from the hall' })).toBeFocused();
  await expect(page.getByText('No questions are shown yet.')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(field(page)).toBeFocused();
  // What is pasted is not cut in silence.
  await field(page).fill('x'.repeat(501));
  await expect(field(page)).toHaveAccessibleDescription(/^501 of 500 characters\..* Must be 500 characters or less$/);
  await field(page).fill('');
  await page.keyboard.type('  Why now?');
  await expect(field(page)).toHaveAccessibleDescription(/^10 of 500 characters\. Your name is not shown\./);
  await page.keyboard.press('Tab');
  const release = await holdCalls(page, '**/api/public/audience-questions');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  release();
  await expect(own(page)).toHaveText([/Why now\?.*Waiting for the moderators/]);
  await expect(field(page)).toHaveValue('');
  await expect(page.getByText('Required')).toHaveCount(0);
  const [stored, ...others] = await audienceQuestions(server);
  expect(others).toEqual([]);
  expect(stored).toMatchObject({ content_id: 'keynote', text: 'Why now?', state: 'pending' });
  const id = stored?.id ?? '';

  await showEveryone(server);
  const other = await askAnother(server, { contentId: 'keynote', text: 'And then?', state: 'shown' });
  await moderateAudienceQuestion(server.services, id, 'shown');
  await expect(all(page)).toHaveText([/Why now\?.*Your question, shown to the hall/, /And then\?/]);
  await expect(own(page)).toHaveCount(0);
  await upvote(page, 'And then?').press('Space');
  await expect(upvote(page, 'And then?')).toHaveText('Upvote 1');
  await expect(upvote(page, 'And then?')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => upvotes(server)).toEqual([{ audience_question_id: other }]);
  await expectAccessible(page);
  await upvote(page, 'And then?').press('Space');
  await expect(upvote(page, 'And then?')).toHaveText('Upvote 0');
  await expect.poll(() => upvotes(server)).toEqual([]);

  await moderateAudienceQuestion(server.services, other, 'pinned');
  await expect(all(page)).toHaveText([/Put to the speaker now.*And then\?/, /Why now\?/]);
  await moderateAudienceQuestion(server.services, other, 'answered');
  await moderateAudienceQuestion(server.services, id, 'dismissed');
  await expect(all(page)).toHaveText([/And then\?.*Answered/]);
  await expect(own(page)).toHaveText([/Why now\?.*Not shown/]);
  await expectAccessible(page);
});

test('audience questions: a session without speakers takes none, a draft survives a reload, and a rejected upvote is reverted', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await stageContent(server, [...PROGRAMME, { id: 'lunch', title: 'Lunch', start: '2026-06-09T16:00:00Z' }]);
  await askAnother(server, { contentId: 'keynote', text: 'Why now?', state: 'shown' });
  await page.goto('/agenda/agenda/lunch');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lunch');
  await expect(page.getByRole('heading', { name: 'Questions from the hall' })).toHaveCount(0);

  await page.goto(KEYNOTE);
  await send(page).click();
  await expect(page.getByText('Required')).toBeVisible();
  await expect(field(page)).toBeFocused();
  await field(page).fill('Half a question');
  await page.reload();
  await expect(field(page)).toHaveValue('Half a question');
  await expect(page.getByText('This question is not sent yet.')).toBeVisible();

  await page.route('**/upvote', (route) =>
    route.fulfill({ status: 404, json: { message: 'There is no such question.', traceId: '7' } }),
  );
  await upvote(page, 'Why now?').click();
  await expect(page.getByRole('alert')).toContainText('There is no such question.');
  await expect(upvote(page, 'Why now?')).toHaveText('Upvote 0');
  await expect(upvote(page, 'Why now?')).toHaveAttribute('aria-pressed', 'false');
});

test.describe('audience questions offline', () => {
  test.use({ serviceWorkers: 'allow' });

  test('audience questions: offline they are shown as last read; a question and an upvote wait, are listed on the profile, and are sent once', async ({
    page,
    context,
    server,
  }) => {
    await stageContent(server, PROGRAMME);
    await server.signIn(page);
    const other = await askAnother(server, { contentId: 'keynote', text: 'Why now?', state: 'shown' });
    await page.goto(KEYNOTE);
    await expect(all(page)).toHaveCount(1);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await goOffline(page);
    await field(page).fill('And then?');
    await send(page).click();
    await expect(own(page)).toHaveText([/And then\?.*Waiting to send/]);
    await upvote(page, 'Why now?').click();
    await expect(upvote(page, 'Why now?')).toHaveText('Upvote 1');
    await expect(all(page)).toContainText('Waiting to send');
    await page.reload();
    await expect(own(page)).toHaveText([/And then\?.*Waiting to send/]);
    await expect(upvote(page, 'Why now?')).toHaveText('Upvote 1');
    await expect(field(page)).toHaveValue('');
    await expectAccessible(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click();
    const unsent = page.getByRole('region', { name: 'Not sent yet' }).getByRole('listitem');
    await expect(unsent).toHaveText([
      /Question on Keynote.*And then\?.*Waiting to send/s,
      /Upvote.*Why now\?.*Waiting/s,
    ]);

    await context.setOffline(false);
    await expect(page.getByRole('alert')).toContainText('Everything you did offline has been sent.');
    expect((await audienceQuestions(server)).map(({ text }) => text)).toEqual(['Why now?', 'And then?']);
    expect(await upvotes(server)).toEqual([{ audience_question_id: other }]);
    await page.goto('/logout');
    await expect(page).toHaveURL('/login');
    const kept = () =>
      page.evaluate(async () => {
        const opening = indexedDB.open('companion');
        await new Promise((resolve) => {
          opening.onsuccess = resolve;
        });
        const database = opening.result;
        const reading = database.objectStoreNames.contains('answers')
          ? database.transaction('answers').objectStore('answers').getAllKeys()
          : undefined;
        if (reading) await new Promise((resolve) => (reading.onsuccess = resolve));
        database.close();
        return reading?.result ?? [];
      });
    await expect.poll(kept).toEqual([]);
  });
});
