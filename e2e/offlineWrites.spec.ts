import type { Credentials } from '@companion/contract/session';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import {
  comment,
  KEYNOTE,
  openItem,
  PROGRAMME,
  send,
  voteButton,
  votes,
  watch,
} from '@companion/testkit/contentItemPage';
import { goOffline } from '@companion/testkit/goOffline';
import { hostPoll } from '@companion/testkit/hostPoll';
import { recordQuestions } from '@companion/testkit/recordQuestions';
import { stageContent } from '@companion/testkit/stageContent';
import { storeCredentials } from '@companion/testkit/storeCredentials';
import type { TestServer } from '@companion/testkit/testServer';
import type { BrowserContext, Page } from '@playwright/test';

const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });
const ALL_SENT = 'Everything you did offline has been sent.';
const unsent = (page: Page) => page.getByRole('region', { name: 'Not sent yet' });
const menu = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

test.use({ serviceWorkers: 'allow' });

/** Opens a page and waits until the service worker has what the app needs offline. */
async function readyOffline(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

const answers = ({ services: { db } }: TestServer) =>
  db.selectFrom('answers').select(['question_id', 'answers']).execute();

test('offline: a survey is answered and completed, survives a reload, and is sent once', async ({
  page,
  context,
  server,
}) => {
  const { profile } = await server.signIn(page);
  const { db } = server.services;
  const two = ['first-time', 'years-contracting'];
  await db.updateTable('questions').set({ hidden: 1 }).where('id', 'not in', two).execute();
  await recordQuestions(db);
  await readyOffline(page, '/prevent-survey');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (['POST', 'PUT'].includes(request.method())) sent.push(new URL(request.url()).pathname);
  });
  await goOffline(page);
  await page.getByRole('link', { name: 'Start the Survey' }).click();
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Send Answer' }).click();
  await expect(page.getByText('Your answer is waiting to send.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next Question' }).click();
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Send Answer' }).click();
  await expect(page.getByText('Your answer is waiting to send.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Your answer is waiting to send.')).toBeVisible();
  await page.getByRole('button', { name: 'Return to Dashboard' }).click();
  const invitation = page.getByRole('heading', { name: 'Pre-event survey' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(invitation).toHaveCount(0);
  expect(sent).toEqual([]);
  expect(await answers(server)).toEqual([]);

  await context.setOffline(false);
  await expect(toast(page, ALL_SENT)).toBeVisible();
  await expect(invitation).toHaveCount(0);
  expect((await answers(server)).map(({ question_id }) => question_id).sort()).toEqual(two);
  expect(sent.filter((path) => !path.includes('refresh'))).toEqual([
    ...two.map((id) => `/api/public/questions/${id}`),
    `/api/public/accounts/${profile.id}`,
  ]);
  const account = db.selectFrom('accounts').select('pre_event_complete').where('id', '=', profile.id);
  expect(await account.executeTakeFirst()).toEqual({ pre_event_complete: 1 });
});

test('offline: a vote changed five times is sent once, by one of two tabs, after the access token has expired', async ({
  page,
  context,
  server,
}) => {
  const session = await openItem(page, server);
  await readyOffline(page, KEYNOTE);
  const other = await context.newPage();
  await other.goto(KEYNOTE);
  const sent = watch(page, 'votes');
  const sentByOther = watch(other, 'votes');
  await goOffline(page);
  for (const name of ['Vote up', 'Vote down', 'Vote up', 'Vote down', 'Vote up'] as const) {
    await voteButton(page, name).click();
    await expect(voteButton(page, name)).toHaveAttribute('aria-pressed', 'true');
  }
  await expect(page.getByText('Your vote is waiting to send.')).toBeVisible();
  // The other tab shows it, too.
  await expect(voteButton(other, 'Vote up')).toHaveAttribute('aria-pressed', 'true');
  server.clock.advance(11 * 60_000);
  await context.setOffline(false);
  await expect(page.getByText('Your vote is waiting to send.')).toHaveCount(0);
  await expect(other.getByText('Your vote is waiting to send.')).toHaveCount(0);
  expect([...sent, ...sentByOther].at(-1)).toBe('POST up');
  expect(await votes(server)).toEqual([{ account_id: session.profile.id, content_id: 'keynote', vote: 'up' }]);
});

test('offline: everything unsent is listed on the profile; what is refused comes back with its text', async ({
  page,
  context,
  server,
}) => {
  const { profile, access_token } = await openItem(page, server);
  await readyOffline(page, KEYNOTE);
  await goOffline(page);
  await comment(page).fill('Clear and useful');
  await send(page).click();
  await expect(page).toHaveURL('/agenda');
  await expect(toast(page, 'Saved on this phone.')).toBeVisible();
  await menu(page, 'Profile').click();
  await page.getByRole('link', { name: 'Give Us Feedback' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('More tea');
  await page.getByRole('button', { name: 'Send Feedback' }).click();
  await expect(page).toHaveURL('/profile');
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await page.getByLabel('First Name').fill('Grace');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Tester');
  await page.goto('/polls/pre-event/years-contracting');
  await page.getByRole('radio', { name: 'Six to ten years' }).check();
  await page.getByRole('button', { name: 'Send Answer' }).click();
  await menu(page, 'Profile').click();
  await expect(unsent(page).getByRole('listitem')).toHaveText([
    /Comment on Keynote.*Clear and useful.*Waiting to send/s,
    /Feedback.*More tea.*Waiting to send/s,
    /Profile changes.*Grace.*Waiting to send/s,
    /Answer to “How long has your organization.*Six to ten years.*Waiting to send/s,
  ]);
  await expect(page.getByRole('status').filter({ hasText: '4 changes wait to be sent.' })).toBeVisible();
  await expectAccessible(page);

  // In between, another device changes another field and answers, and the organizer removes the item.
  await page.request.post('/api/public/questions/years-contracting', {
    data: { campaignId: 'pre-event', questionId: 'years-contracting', answers: [1] },
    headers: { Authorization: `Bearer ${access_token}` },
  });
  const { db } = server.services;
  await db.updateTable('accounts').set({ last_name: 'Rivers' }).where('id', '=', profile.id).execute();
  await stageContent(server, PROGRAMME.slice(1));
  await context.setOffline(false);
  await expect(toast(page, 'Something you did offline was not accepted.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Rivers');
  expect(await db.selectFrom('feedback').select('message').execute()).toEqual([{ message: 'More tea' }]);
  const refused = unsent(page).getByRole('listitem');
  await expect(refused).toHaveText([
    /Comment on Keynote.*Clear and useful.*Not accepted.*This item is no longer on the agenda/s,
    /Answer to “How long.*Six to ten years.*Not accepted.*Another answer of yours.*was stored first/s,
  ]);
  await expect(unsent(page).getByRole('button')).toHaveText(['Send Again', 'Discard', 'Send Again', 'Discard']);
  await expect(page.getByText('wait to be sent.')).toHaveCount(0);
  await expectAccessible(page);
  await page.reload();
  await expect(refused).toHaveCount(2);
  await refused.nth(1).getByRole('button', { name: 'Discard' }).click();
  await expect(refused).toHaveCount(1);
  await refused.getByRole('button', { name: 'Discard' }).click();
  await expect(unsent(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('offline: an answer counts that was made before the closing and is sent after it (decision 053)', async ({
  page,
  context,
  server,
}) => {
  // The phone is a day behind.
  await page.clock.install({ time: Date.now() - 86_400_000 });
  await server.signIn(page);
  const { campaignId, questionId } = { campaignId: 'pre-event', questionId: 'years-contracting' };
  await readyOffline(page, `/polls/${campaignId}/${questionId}`);
  await goOffline(page);
  await page.getByRole('radio', { name: 'Six to ten years' }).check();
  await page.getByRole('button', { name: 'Send Answer' }).click();
  await menu(page, 'Profile').click();
  await expect(unsent(page)).toContainText('your answer still counts if it is sent soon after');
  await page.clock.fastForward('01:00');
  server.clock.advance(60_000);
  await hostPoll(server.services, { campaignId, questionId }, { state: 'closed' });
  await page.clock.fastForward('10:00');
  server.clock.advance(600_000);
  await context.setOffline(false);
  await expect(toast(page, ALL_SENT)).toBeVisible();
  const row = server.services.db.selectFrom('answers').select('made_at').where('question_id', '=', questionId);
  expect((await row.executeTakeFirst())?.made_at).not.toBeNull();
});

test('offline: signing out with unsent writes asks first', async ({ page, context, server }) => {
  await openItem(page, server);
  await readyOffline(page, KEYNOTE);
  await goOffline(page);
  await voteButton(page, 'Vote up').click();
  await menu(page, 'Profile').click();
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign out without sending?');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(unsent(page).getByRole('listitem')).toHaveCount(1);

  // The first attempt fails, so the question is still there when the connection is back.
  let isRefused = true;
  await page.route('**/api/public/content/votes', (route) => (isRefused ? route.abort() : route.continue()));
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await context.setOffline(false);
  const sendFirst = page.getByRole('button', { name: 'Send First' });
  await expect(sendFirst).toBeVisible();
  isRefused = false;
  await sendFirst.click();
  await expect(page).toHaveURL('/login');
  expect(await votes(server)).toHaveLength(1);
});

test('offline: a tab killed while it sends loses nothing, and nothing is stored twice', async ({
  page,
  context,
  server,
}) => {
  await server.signIn(page);
  await page.goto('/profile/give-us-feedback');
  await page.getByRole('textbox', { name: 'Message' }).fill('More tea');
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  // The server has stored it, but the tab never sees the answer.
  await page.route('**/api/public/feedback', async (route) => {
    await route.fetch();
    resolve();
  });
  await page.getByRole('button', { name: 'Send Feedback' }).click();
  await reached;
  await page.close();

  const next = await context.newPage();
  await next.goto('/profile');
  await expect(toast(next, ALL_SENT)).toBeVisible();
  expect(await server.services.db.selectFrom('feedback').select('message').execute()).toEqual([
    { message: 'More tea' },
  ]);
});

test("offline: a write is never sent in another account's name, nor shown to it", async ({ page, context, server }) => {
  await openItem(page, server);
  await readyOffline(page, KEYNOTE);
  const bob = await server.register({ firstName: 'Bob' });
  await goOffline(page);
  await voteButton(page, 'Vote up').click();
  await expect(page.getByText('Your vote is waiting to send.')).toBeVisible();
  await signInElsewhere(context, bob);
  await expect(page.getByText('Your vote is waiting to send.')).toHaveCount(0);
  await expect(toast(page, 'It is deleted.')).toBeVisible();
  await context.setOffline(false);
  await expect(voteButton(page, 'Vote up')).toHaveAttribute('aria-pressed', 'false');
  await menu(page, 'Profile').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Bob');
  await page.reload();
  await expect(unsent(page)).toHaveCount(0);
  expect(await votes(server)).toEqual([]);
});

async function signInElsewhere(context: BrowserContext, credentials: Credentials): Promise<void> {
  const other = await context.newPage();
  // A page of the app's origin that needs no network: the service worker has it.
  await other.goto('/login');
  await storeCredentials(other, credentials);
  await other.close();
}
