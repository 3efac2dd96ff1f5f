import { expect, expectAccessible, registerIn, test } from '@companion/testkit/browserTest';
import { fillRegistration } from '@companion/testkit/fillRegistration';
import { hostPoll } from '@companion/testkit/hostPoll';
import { signedInMember } from '@companion/testkit/staffBrowser';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page } from '@playwright/test';

const POLL = { campaignId: 'stage-polls-day-1', questionId: 'first-call' };
const QUESTION = 'Whom do you call first when a solicitation comes out?';

/** A poll is open on stage. @returns what the QR code of the slide leads to */
async function readCode(server: TestServer): Promise<string> {
  await hostPoll(server.services, POLL, { state: 'open', isOnStage: true });
  const { browser: host } = await signedInMember(server, 'host');
  return (await host.ask('getStage')).results.codeUrl ?? '';
}

async function enterPhone(page: Page, phone: string): Promise<void> {
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Phone Number').fill(phone);
  await page.getByRole('button', { name: 'Create Account or Sign In' }).click();
}

const question = (page: Page) => page.getByRole('heading', { level: 1, name: QUESTION });

test('QR code on stage: who is signed in answers at once; after a sign-in the poll opens (decision 058)', async ({
  page,
  browser,
  server,
}) => {
  const code = await readCode(server);
  await server.signIn(page);
  await page.goto(code);
  await expect(question(page)).toBeVisible();
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Send Answer' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Thank you/ })).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  const { profile } = await registerIn(other, server);
  await other.goto(code);
  await enterPhone(other, profile.phone);
  await expect(other.getByLabel('Verification code')).toBeVisible();
  const sms = (await server.outbox()).find(({ kind }) => kind === 'sms');
  await other.getByLabel('Verification code').fill(/\d{6}/.exec(sms?.text ?? '')?.[0] ?? 'no code in the message');
  await expect(question(other)).toBeVisible();
  await other.context().close();
});

test('QR code on stage: after a registration the survey comes, with the poll on stage above it (§2, decision 058)', async ({
  page,
  server,
}) => {
  await page.goto(await readCode(server));
  await enterPhone(page, '(202) 555-0143');
  await expect(page).toHaveURL(/\/registration\?phone=/);
  await fillRegistration(page);
  await page.getByRole('button', { name: 'Create Profile' }).click();
  await expect(page).toHaveURL('/prevent-survey');
  await expect(page.getByRole('link', { name: 'Start the Survey' })).toBeVisible();
  const onStage = page.getByRole('region', { name: 'On stage now' });
  await expect(onStage).toContainText(QUESTION);
  await expectAccessible(page);
  await onStage.getByRole('link', { name: 'Answer' }).click();
  await expect(question(page)).toBeVisible();
  await page.goBack();
  await expect(onStage).toBeVisible();

  await hostPoll(server.services, POLL, { state: 'closed' });
  await expect(onStage).toHaveCount(0);
});
