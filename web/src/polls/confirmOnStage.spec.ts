import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { chooseSafeguards } from '@companion/testkit/chooseSafeguards';
import { confirmPhone, phoneCard } from '@companion/testkit/confirmPhone';
import { hostPoll } from '@companion/testkit/hostPoll';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page } from '@playwright/test';

const POLL = { campaignId: 'stage-polls-day-1', questionId: 'first-call' };
const NEXT = { ...POLL, questionId: 'cmmc-boundary' };
const FIRST = 'Please confirm your phone number first.';
const ONCE = 'Your answer counts on stage once your number is confirmed.';

const pageOf = ({ campaignId, questionId }: typeof POLL) => `/polls/${campaignId}/${questionId}`;
const onStage = ({ services }: TestServer, poll: typeof POLL) =>
  hostPoll(services, poll, { state: 'open', isOnStage: true });

async function answer(page: Page, poll: typeof POLL): Promise<void> {
  await page.goto(pageOf(poll));
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Send Answer' }).click();
}
const thanked = (page: Page) => expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible();

test('confirmation: it is asked after the first answer to a poll on stage, and not again in this visit (decision 056)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await answer(page, POLL);
  await thanked(page);
  await expect(page.getByText(ONCE)).toHaveCount(0);

  await onStage(server, NEXT);
  const banner = page.getByRole('status').filter({ hasText: 'On stage now' });
  await page.goto('/dashboard');
  await banner.getByRole('link', { name: 'Answer' }).click();
  await page.getByRole('radio').or(page.getByRole('checkbox')).first().check();
  await page.getByRole('button', { name: 'Send Answer' }).click();
  await thanked(page);
  await expect(phoneCard(page)).toContainText(ONCE);
  await expect(page.getByRole('button', { name: /Next Question|Return to Dashboard/ })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await thanked(page);
  await expect(page.getByText(ONCE)).toHaveCount(0);
});

test('confirmation: where it is required, an answer says so, and counts after the code (decision 056)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  await chooseSafeguards(server, { confirmationRequired: true });
  await answer(page, POLL);
  await expect(phoneCard(page)).toContainText(FIRST);
  await expectAccessible(page);
  await confirmPhone(page, server);
  await expect(page.getByRole('radio').first()).toBeChecked();
  await page.getByRole('button', { name: 'Send Answer' }).click();
  await thanked(page);
});

test('confirmation: where it is required, a question from the hall says so, and is sent after the code (decision 056)', async ({
  page,
  server,
}) => {
  await server.signIn(page);
  const { id } = await server.services.db
    .selectFrom('content')
    .select('id')
    .where('speaker_ids', '!=', '[]')
    .executeTakeFirstOrThrow();
  await chooseSafeguards(server, { confirmationRequired: true });
  await page.goto(`/agenda/agenda/${id}`);
  await page.getByRole('button', { name: 'Questions from the Hall' }).click();
  await page.getByLabel('Your question').fill('Who decides?');
  await page.getByRole('button', { name: 'Send Question' }).click();
  await expect(phoneCard(page)).toContainText(FIRST);
  await expectAccessible(page);
  await confirmPhone(page, server);
  await expect(page.getByLabel('Your question')).toHaveValue('Who decides?');
  await page.getByRole('button', { name: 'Send Question' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'sent to the moderators' })).toBeVisible();
});

test('results: those of confirmed attendees alone say so (decision 056)', async ({ page, server }) => {
  await chooseSafeguards(server, { hallCounts: 'confirmed' });
  await hostPoll(server.services, POLL, { state: 'open', isOnStage: true, shownTo: 'everyone' });
  await server.signIn(page);
  await answer(page, POLL);
  await thanked(page);
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results).toContainText('0 answers · Confirmed attendees only');
  await expectAccessible(page);
});
