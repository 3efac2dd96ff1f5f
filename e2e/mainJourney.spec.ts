import { expect, test } from '@companion/testkit/browserTest';
import { fillRegistration } from '@companion/testkit/fillRegistration';
import type { Page } from '@playwright/test';

const PHONE = '(202) 555-0143';

// The pages change as on most phones.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('main journey: register, answer the survey, see what is on, sign out, sign in by code and by link', async ({
  page,
  server,
}) => {
  await test.step('the splash screen leads to the login screen', async () => {
    await page.goto('/');
    await expect(page.getByRole('progressbar')).toBeVisible();
    await expect(page).toHaveURL('/login');
  });

  await test.step('an unknown number leads to registration with the phone prefilled', async () => {
    await requestSignIn(page);
    await expect(page).toHaveURL(/\/registration\?phone=/);
    await expect(page.getByLabel('Phone Number')).toHaveValue(PHONE);
  });

  await test.step('registering leads to the pre-event survey', async () => {
    await fillRegistration(page);
    await page.getByRole('button', { name: 'Create' }).click();
    await expect(page).toHaveURL('/prevent-survey');
  });

  await test.step('the five questions are answered one by one', async () => {
    await page.getByRole('link', { name: 'Start the Survey' }).click();
    await page.getByRole('radio', { name: 'Yes' }).check();
    await sendAnswer(page, '1 of 5', 'Next Question');
    await page.getByRole('radio', { name: 'Two to five years' }).check();
    await sendAnswer(page, '2 of 5', 'Next Question');
    await page.getByRole('checkbox', { name: '8(a) and tribal programs' }).check();
    await page.getByRole('checkbox', { name: 'CMMC and cybersecurity' }).check();
    await sendAnswer(page, '3 of 5', 'Next Question');
    await page.getByRole('radio', { name: '4' }).check();
    await sendAnswer(page, '4 of 5', 'Next Question');
    await page.getByRole('textbox').fill('A teaming partner for the next recompete.');
    await sendAnswer(page, '5 of 5', 'Return to Dashboard');
  });

  await test.step('the dashboard shows what is on now or next, and the survey is done', async () => {
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('region', { name: 'Now and next' }).getByRole('article')).toHaveCount(2);
    await expect(page.getByText('Pre-event survey')).toHaveCount(0);
    const { results } = await answersOf(server);
    expect(results).toEqual([
      { question_id: 'first-time', answers: '["yes"]', comment: '' },
      { question_id: 'hoped-for', answers: '[]', comment: 'A teaming partner for the next recompete.' },
      { question_id: 'readiness', answers: '[4]', comment: '' },
      { question_id: 'topics', answers: '[1,4]', comment: '' },
      { question_id: 'years-contracting', answers: '[3]', comment: '' },
    ]);
  });

  await test.step('signing out leads to the login screen and clears the storage', async () => {
    await page.goto('/logout');
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => localStorage.getItem('_token'))).toBeNull();
  });

  await test.step('the code of the only SMS signs in', async () => {
    await requestSignIn(page);
    const message = page.getByText(
      'A verification code has been sent to your phone number. Please check your messages.',
    );
    await expect(message).toBeVisible();
    const [sms, ...others] = await server.outbox();
    expect(others).toEqual([]);
    await page.getByLabel(/code/i).fill(/\b\d{6}\b/.exec(sms?.text ?? '')?.[0] ?? '');
    await expect(page).toHaveURL('/dashboard');
  });

  await test.step('its link signs in, too, after signing out again', async () => {
    await page.goto('/logout');
    await expect(page).toHaveURL('/login');
    // Proving the phone has sent the mail that proves the e-mail address.
    const sms = (await server.outbox()).find(({ kind }) => kind === 'sms');
    await page.goto(/http\S+/.exec(sms?.text ?? '')?.[0] ?? '');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { name: 'Hello, Ada' })).toBeVisible();
  });

  async function answersOf({ services }: typeof server) {
    const results = await services.db
      .selectFrom('answers')
      .select(['question_id', 'answers', 'comment'])
      .orderBy('question_id')
      .execute();
    return { results: results.map((row) => ({ ...row })) };
  }
});

async function requestSignIn(page: Page): Promise<void> {
  await page.getByLabel('Phone Number').fill(PHONE);
  await page.getByRole('button', { name: 'Create Account or Sign In' }).click();
}

async function sendAnswer(page: Page, place: string, then: 'Next Question' | 'Return to Dashboard'): Promise<void> {
  await expect(page.getByText(place, { exact: true })).toBeVisible();
  const question = await page.getByRole('heading', { level: 1 }).textContent();
  await page.getByRole('button', { name: 'Send Answer' }).click();
  await page.getByRole('button', { name: then }).click();
  await expect(page.getByRole('heading', { level: 1, name: question ?? '' })).toHaveCount(0);
}
