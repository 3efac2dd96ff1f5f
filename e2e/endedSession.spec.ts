import { expect, test } from '@companion/testkit/browserTest';
import { KEYNOTE, openItem, voteButton, votes, watch } from '@companion/testkit/contentItemPage';
import { goOffline } from '@companion/testkit/goOffline';
import { readSignIn } from '@companion/testkit/readSignIn';
import { untilQuiet } from '@companion/testkit/untilQuiet';

test('ended session: what waits is kept for its account, and sent once after its next sign-in', async ({
  page,
  context,
  server,
}) => {
  const { profile, refresh_token } = await openItem(page, server);
  // What keeps a write loads after the first screen.
  await untilQuiet(page);
  await goOffline(page);
  await voteButton(page, 'Vote up').click();
  await expect(page.getByText('Your vote is waiting to send.')).toBeVisible();
  // As when the attendee signs out everywhere else, or the phone is proved again.
  await fetch(`${server.url}/api/public/logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token }),
  });
  await context.setOffline(false);
  await expect(page).toHaveURL('/login');
  const notice = page.getByText('Your session has ended. Sign in again to send what is waiting on this phone.');
  await expect(notice).toBeVisible();
  expect(await votes(server)).toEqual([]);

  const sent = watch(page, 'votes');
  await page.reload();
  await expect(notice).toBeVisible();
  await page.getByLabel('Phone Number').fill(profile.phone);
  await page.getByRole('button', { name: 'Create Account or Sign In' }).click();
  const code = page.getByLabel('Verification code');
  await expect(code).toBeVisible();
  const [sms] = await server.outbox();
  await code.fill(readSignIn(sms?.text ?? '').code);
  await expect(page.getByRole('alert').filter({ hasText: 'Everything you did offline has been sent.' })).toBeVisible();
  await page.goto(KEYNOTE);
  await expect(voteButton(page, 'Vote up')).toHaveAttribute('aria-pressed', 'true');
  expect(sent).toEqual(['POST up']);
  expect(await votes(server)).toEqual([{ account_id: profile.id, content_id: 'keynote', vote: 'up' }]);
});
