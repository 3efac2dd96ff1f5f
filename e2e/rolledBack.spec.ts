import { answerAs } from '@companion/testkit/answerAs';
import { expect, test } from '@companion/testkit/browserTest';
import { openConsoleBeside } from '@companion/testkit/signInToConsole';
import type { TestServer } from '@companion/testkit/testServer';
import { untilQuiet } from '@companion/testkit/untilQuiet';
import type { Page } from '@playwright/test';

const KEYNOTE = 'keynote-day-1';
const OLD = 'Keynote: Built to Outlast Any Single Contract';
const NEW = 'Keynote: Built for the Seventh Generation';

/** The attendees' rows, all of them. */
const written = async ({ services: { db } }: TestServer) => ({
  votes: await db.selectFrom('votes').selectAll().execute(),
  answers: await db.selectFrom('answers').selectAll().execute(),
});

/** The addresses of the agenda's list that the page asks for, from now on. */
function listReads(page: Page): string[] {
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/api/public/content') reads.push(pathname);
  });
  return reads;
}

test('roll back: an open phone shows a new title and then the old one by its stream alone; its vote and answer stay', async ({
  page,
  browser,
  server,
}) => {
  const { access_token: token } = await server.signIn(page);
  await answerAs(server, token, { campaignId: 'pre-event', questionId: 'first-time', answers: ['no'] });
  const follows = page.waitForResponse('**/api/public/live');
  await page.goto(`/agenda/agenda/${KEYNOTE}`);
  const title = page.getByRole('main').getByRole('heading', { level: 1 });
  await expect(title).toHaveText(OLD);
  await page.getByRole('button', { name: 'Vote up' }).click();
  await expect(page.getByText('Thank you for your feedback.')).toBeVisible();
  await follows;
  await untilQuiet(page);
  const before = await written(server);
  expect([before.votes.length, before.answers.length]).toEqual([1, 1]);
  const reads = listReads(page);

  const console = await openConsoleBeside(browser, server, 'editor');
  await console.goto(`/console/programme/sessions/${KEYNOTE}`);
  await console.getByLabel('Title', { exact: true }).fill(NEW);
  await console.getByRole('button', { name: 'Save' }).click();
  await console.getByRole('link', { name: 'Review and publish' }).click();
  await console.getByRole('button', { name: 'Publish now' }).click();
  await expect(title).toHaveText(NEW);

  await console.getByRole('button', { name: 'Roll back to revision 1' }).click();
  const dialog = console.getByRole('dialog');
  await expect(dialog.locator('ins')).toContainText('Outlast');
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await expect(title).toHaveText(OLD);
  await console.context().close();

  // The vote that the phone shows, those on the server, and what the attendee finds of both after a reload.
  await expect(page.getByRole('button', { name: 'Vote up' })).toHaveAttribute('aria-pressed', 'true');
  expect(await written(server)).toEqual(before);
  expect(reads).toEqual([]);
  await page.goto('/profile/my-things');
  await expect(page.getByRole('region', { name: 'Answers' }).getByRole('link')).toContainText('No');
  const votes = page.getByRole('region', { name: 'Votes and comments' }).getByRole('link');
  await expect(votes).toContainText(new RegExp(`${OLD}.*Voted up`));
});
