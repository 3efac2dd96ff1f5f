import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { voteButton, votes } from '@companion/testkit/contentItemPage';
import { goOffline } from '@companion/testkit/goOffline';
import { readSignIn } from '@companion/testkit/readSignIn';
import type { TestServer } from '@companion/testkit/testServer';
import { untilQuiet } from '@companion/testkit/untilQuiet';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

const question = (page: Page) => page.getByRole('region', { name: 'Was it you who registered?' });

/** Registers elsewhere, votes there, and signs in here with the code. */
async function signInElsewhere(page: Page, server: TestServer) {
  const { profile } = await server.register({ firstName: 'Mallory', lastName: 'Stranger' });
  const vote = { account_id: profile.id, content_id: await firstSession(server), vote: 'down' as const };
  await server.services.db
    .insertInto('votes')
    .values({ ...vote, created_at: 0, updated_at: 0 })
    .execute();
  await page.goto('/login');
  await signIn(page, server, profile.phone);
  await expect(page).toHaveURL('/dashboard');
  return { profile, votes: () => server.services.db.selectFrom('votes').select('vote').execute() };
}

/** Signs in with a texted code, and lets pass what the server waits for before it deletes anything. */
async function signIn(page: Page, server: TestServer, phone: string): Promise<void> {
  await page.getByLabel('Phone').fill(phone);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByLabel('Verification code')).toBeVisible();
  const { code } = readSignIn((await server.outbox())[0]?.text ?? '');
  await page.getByLabel('Verification code').fill(code);
  await expect(question(page)).toBeVisible();
  server.clock.advance(10_000);
}

/** One with a speaker, who takes questions. */
const firstSession = async ({ services }: TestServer) => {
  const agenda = services.db.selectFrom('content').select('id').where('campaign_id', '=', 'agenda');
  return (await agenda.where('speaker_ids', '!=', '[]').executeTakeFirstOrThrow()).id;
};

test('dashboard: an owner who registered on another device confirms it once, without a network at first (decision 022)', async ({
  page,
  server,
}) => {
  await page.route('**/api/public/accounts/*/registration', (route) => route.abort(), { times: 1 });
  const { votes } = await signInElsewhere(page, server);
  await expect(question(page)).toContainText('registered on another device');
  await expectAccessible(page);

  const yes = question(page).getByRole('button', { name: 'Yes, That Was Me' });
  await yes.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(yes).toBeFocused();
  await yes.click();

  await expect(question(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Hello, Mallory' })).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  expect(await votes()).toEqual([{ vote: 'down' }]);
});

test('dashboard: an owner whose number someone else registered starts with details of their own (decision 022)', async ({
  page,
  server,
}) => {
  const { profile, votes } = await signInElsewhere(page, server);
  await question(page).getByRole('button', { name: 'No, Someone Else' }).click();
  const sure = page.getByRole('region', { name: 'Start with your own details?' });
  await expect(sure.getByRole('heading')).toBeFocused();
  await expectAccessible(page);
  await sure.getByRole('button', { name: 'Cancel' }).click();
  await expect(question(page).getByRole('heading')).toBeFocused();
  expect(await votes()).toEqual([{ vote: 'down' }]);

  await question(page).getByRole('button', { name: 'No, Someone Else' }).click();
  await sure.getByRole('button', { name: 'Start With My Own Details' }).click();

  await expect(page).toHaveURL('/complete-registration');
  await expect(page.getByText('Please confirm your details, and fill in what is missing.')).toBeVisible();
  await expect(page.getByLabel('Phone Number')).toHaveValue(profile.phone);
  expect(await votes()).toEqual([]);
  const fields = { 'First Name': 'Olivia', 'Last Name': 'Owner', Email: 'olivia@example.com' };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  await page.getByLabel('Organization Name').fill('Cedar LLC');
  await page.getByLabel('Organization Type').selectOption('WOSB');
  await page.getByRole('button', { name: 'Activate Your Account' }).click();
  await expect(page).toHaveURL('/prevent-survey');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Hello, Olivia' })).toBeVisible();
  await expect(question(page)).toHaveCount(0);
});

test('registration question: it takes the place of every screen that shows the account, and nothing is read before the answer (decision 022)', async ({
  page,
  server,
}) => {
  const { profile } = await signInElsewhere(page, server);
  const content_id = await firstSession(server);
  const ask = { id: 'ask', account_id: profile.id, content_id, text: 'Asked by Mallory', state: 'pending' as const };
  await server.services.db
    .insertInto('audience_questions')
    .values({ ...ask, created_at: 0, updated_at: 0 })
    .execute();
  const rejected: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) rejected.push(response.url());
  });
  for (const path of ['/profile/edit', '/profile/my-things', '/search', '/polls', `/agenda/agenda/${content_id}`]) {
    await page.goto(path);
    await expect(question(page)).toBeVisible();
    await expect(page).toHaveTitle(/^Who registered\?/);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await untilQuiet(page);
    await expect(page.locator('body')).not.toContainText('Mallory');
  }
  expect(rejected).toEqual([]);

  await question(page).getByRole('button', { name: 'No, Someone Else' }).click();
  await page.getByRole('button', { name: 'Start With My Own Details' }).click();
  await expect(page).toHaveURL('/complete-registration');
  await page.goto(`/agenda/agenda/${content_id}`);
  await page.getByRole('button', { name: 'Questions from the Hall' }).click();
  await expect(page.getByText('No questions are shown yet.')).toBeVisible();
  await untilQuiet(page);
  await expect(page.getByText('Asked by Mallory')).toHaveCount(0);
});

test('registration question: who does not want to answer signs out (decision 022)', async ({ page, server }) => {
  await signInElsewhere(page, server);
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Phone')).toBeVisible();
});

test('registration question: what waits on the phone is not sent for an owner who did not register (decision 022)', async ({
  page,
  context,
  server,
}) => {
  const { profile } = await server.signIn(page);
  await page.goto(`/agenda/agenda/${await firstSession(server)}`);
  await untilQuiet(page);
  await goOffline(page);
  await voteButton(page, 'Vote up').click();
  await expect(page.getByText('Your vote is waiting to send.')).toBeVisible();
  // The browser has lost what shows that it has registered the account.
  await context.clearCookies();
  await server.services.db.deleteFrom('sessions').where('account_id', '=', profile.id).execute();
  server.clock.advance(10_000);
  await context.setOffline(false);
  await expect(page).toHaveURL('/login');
  await signIn(page, server, profile.phone);
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(
    page.getByText('Everything is sent once you have said whether it was you who registered.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send First' })).toHaveCount(0);
  await page.goBack();

  await question(page).getByRole('button', { name: 'No, Someone Else' }).click();
  await page.getByRole('button', { name: 'Start With My Own Details' }).click();

  await expect(page).toHaveURL('/complete-registration');
  await page.goto(`/agenda/agenda/${await firstSession(server)}`);
  await expect(voteButton(page, 'Vote up')).toHaveAttribute('aria-pressed', 'false');
  await untilQuiet(page);
  expect(await votes(server)).toEqual([]);
});

test('dashboard: an answer that another device has given counts here, too (decision 022)', async ({ page, server }) => {
  await signInElsewhere(page, server);
  await expect(question(page)).toBeVisible();
  await server.services.db.updateTable('accounts').set({ registered_elsewhere: 0 }).execute();

  await question(page).getByRole('button', { name: 'No, Someone Else' }).click();
  await page.getByRole('button', { name: 'Start With My Own Details' }).click();

  await expect(page.getByRole('alert')).toContainText('This has been answered already.');
  await expect(page.getByRole('button', { name: 'Start With My Own Details' })).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard');
});
