import { expect, test } from '@companion/testkit/badNetworkTest';
import { MOBILE_3G } from '@companion/testkit/networkConditions';
import { readSignIn } from '@companion/testkit/readSignIn';
import { attendee } from '@companion/testkit/testServer';

/** Access tokens are valid for 10 minutes (decision 031). */
const EXPIRED_MS = 11 * 60_000;

test('bad network: with 3G and 20 % loss, signing in, the agenda and one vote work, and the vote counts once', async ({
  page,
  server,
  network,
}) => {
  const { profile } = await server.registerProved(attendee());
  // A fifth of the packets is lost, and a fifth of the reads fail in one way or another.
  network.use({
    ...MOBILE_3G,
    packetLoss: 0.2,
    faults: { drop: 0.1, cut: 0.1 },
    only: ({ method, path }) => method === 'GET' && path.startsWith('/api'),
  });
  await page.goto('/login');
  await page.getByLabel('Phone Number').fill(profile.phone);
  await page.getByRole('button', { name: 'Create Account or Sign In' }).click();
  await expect(page.getByText('A verification code has been sent to your phone number.')).toBeVisible();
  const [sms] = await server.outbox();
  await page.getByLabel(/code/i).fill(readSignIn(sms?.text ?? '').code);
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Agenda' }).click();
  await page.getByRole('link', { name: 'Opening Words' }).click();
  await page.getByRole('button', { name: 'Vote up' }).click();
  await expect(page.getByText('Thank you for your feedback.')).toBeVisible();
  const votes = await server.services.db.selectFrom('votes').select(['account_id', 'vote']).execute();
  expect(votes).toEqual([{ account_id: profile.id, vote: 'up' }]);
  await expect(page.getByText('You are offline')).toHaveCount(0);
});

for (const [what, fault] of [
  ['a captive portal', 'portal'],
  ['a network through which nothing gets', 'stall'],
  ['a load balancer that answers 503', 'unavailable'],
] as const) {
  test(`bad network: after ${what} the app recovers without a tap, still signed in`, async ({
    page,
    server,
    network,
  }) => {
    server.clock.advance(-EXPIRED_MS);
    await server.signIn(page);
    server.clock.advance(EXPIRED_MS);
    // Pauses are random; these are short.
    await page.addInitScript(() => {
      Math.random = () => 0.1;
    });
    // The app itself comes from the phone, as after a first visit.
    network.use({ faults: { [fault]: 1 }, only: ({ path }) => /^\/(?:api|health)\//.test(path) });
    await page.goto('/agenda');
    const notice = page.getByText('The summit cannot be reached. If this Wi-Fi asks you to sign in, do that first.');
    await expect(notice).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();

    network.use({});
    await expect(page.getByRole('link', { name: 'Opening Words' })).toBeVisible();
    await expect(notice).toHaveCount(0);
    await expect(page).toHaveURL('/agenda');
  });
}
