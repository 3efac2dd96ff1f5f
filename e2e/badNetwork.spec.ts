import { expect, test } from '@companion/testkit/badNetworkTest';
import { MOBILE_3G } from '@companion/testkit/networkConditions';
import { readSignIn } from '@companion/testkit/readSignIn';
import { attendee } from '@companion/testkit/testServer';

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
