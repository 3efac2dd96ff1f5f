import { answerAs } from '@companion/testkit/answerAs';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { changeItem } from '@companion/testkit/changeItem';
import { PROGRAMME } from '@companion/testkit/contentItemPage';
import { postAs } from '@companion/testkit/postAs';
import { stageContent } from '@companion/testkit/stageContent';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page } from '@playwright/test';

const part = (page: Page, name: string) => page.getByRole('region', { name });
const entries = (page: Page, name: string) => part(page, name).getByRole('link');

/** A question of the demo event. */
const YES_NO = { campaignId: 'pre-event', questionId: 'first-time' };

/** Everything that an attendee can do, each once. */
async function takePart(server: TestServer, token: string): Promise<void> {
  await stageContent(server, PROGRAMME);
  const keynote = { campaignId: 'agenda', contentId: 'keynote' };
  await postAs(server, token, 'content/votes', { ...keynote, vote: 'down' });
  await postAs(server, token, 'content/comments', { ...keynote, comment: 'Too short' });
  await postAs(server, token, 'content/saved', { ...keynote, contentId: 'panel', saved: true }, 'PUT');
  await postAs(server, token, 'content/notes', { ...keynote, note: 'Ask:\nwho pays?', before: [] }, 'PUT');
  await postAs(server, token, 'audience-questions', { contentId: 'panel', text: 'Who signs?' });
  await answerAs(server, token, { ...YES_NO, answers: ['no'] });
}

test('my things: all that the attendee has sent is in one place, each with a link to where it was made', async ({
  page,
  server,
}) => {
  const { access_token } = await server.signIn(page);
  await takePart(server, access_token);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'My Things' }).click();

  await expect(entries(page, 'Saved sessions')).toHaveText(/^\D+10, .*ETPanelHall$/);
  await expect(entries(page, 'Notes')).toHaveText(/ETKeynoteBallroomAsk:\s*who pays\?$/);
  await expect(entries(page, 'Questions')).toHaveText(/PanelWho signs\?Waiting for the moderators/);
  await expect(entries(page, 'Answers')).toHaveText(/NoSent .*ET/);
  await expect(entries(page, 'Votes and comments')).toHaveText(/KeynoteBallroomToo shortVoted downSent .*ET/);
  await expectAccessible(page);
  for (const [name, address] of [
    ['Saved sessions', '/agenda/agenda/panel'],
    ['Notes', '/agenda/agenda/keynote'],
    ['Questions', '/agenda/agenda/panel'],
    ['Votes and comments', '/agenda/agenda/keynote'],
  ] as const) {
    await entries(page, name).click();
    await expect(page).toHaveURL(address);
    await page.getByRole('button', { name: 'Back to My Things' }).click();
    await expect(page).toHaveURL('/profile/my-things');
  }
  await entries(page, 'Answers').click();
  await expect(page).toHaveURL(`/polls/${YES_NO.campaignId}/${YES_NO.questionId}`);
});

test('my things: what is cancelled while the page is open stays, and says so', async ({ page, server }) => {
  const { access_token } = await server.signIn(page);
  const about = { campaignId: 'agenda', contentId: 'opening' };
  await postAs(server, access_token, 'content/saved', { ...about, saved: true }, 'PUT');
  await postAs(server, access_token, 'audience-questions', { contentId: 'opening', text: 'Who signs?' });
  const stream = page.waitForRequest('**/api/public/live');
  await page.goto('/profile/my-things');
  await expect(entries(page, 'Questions')).toHaveText(/Waiting for the moderators$/);
  const title = (await entries(page, 'Questions').textContent())?.split('Who signs?')[0] ?? '';
  await stream;
  await changeItem(server, 'opening', { hidden: 1 });
  await expect(entries(page, 'Saved sessions')).toHaveText(/Cancelled$/);
  await expect(entries(page, 'Questions')).toHaveText(`${title}Who signs?Cancelled`);
});

test('my things: without a network it shows what the phone keeps, and what waits to be sent', async ({
  page,
  context,
  server,
}) => {
  const { access_token } = await server.signIn(page);
  await takePart(server, access_token);
  // The phone keeps the questions of a session whose page was opened.
  await page.goto('/agenda/agenda/panel');
  await expect(page.getByText('Who signs?')).toBeVisible();
  await page.route('**/api/public/audience-questions', (route) => route.abort());
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('link', { name: 'My Things' })).toBeVisible();
  await page.getByRole('link', { name: 'My Things' }).click();
  await expect(entries(page, 'Questions')).toHaveText(/Who signs\?/);
  await menu.getByRole('link', { name: 'Agenda' }).click();
  await page.getByRole('link', { name: 'Panel' }).click();
  await expect(page.getByRole('button', { name: 'Vote up' })).toBeVisible();

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Vote up' }).click();
  await expect(page.getByText('Your vote is waiting to send.')).toBeVisible();
  await menu.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('link', { name: 'My Things' }).click();

  await expect(entries(page, 'Votes and comments')).toHaveText([
    /KeynoteBallroomToo short/,
    /PanelHallVoted upWaiting to send/,
  ]);
  await expect(entries(page, 'Answers')).toHaveText(/No/);
  await expect(entries(page, 'Questions')).toHaveText(/Who signs\?/);
  await expect(page.getByText(/^As of /)).toBeVisible();
});

test('my things: without anything it says what will be there, and fits 320 px with large text', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await server.signIn(page);
  await page.goto('/profile/my-things');
  await expect(page.getByText('What you save, note, ask, answer, vote and comment will be here.')).toBeVisible();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.getByRole('link', { name: 'Go to the Agenda' }).click();
  await expect(page).toHaveURL('/agenda');
});
