import { expect, test } from '@companion/testkit/badNetworkTest';
import { beginVisit } from '@companion/testkit/beginVisit';
import { KEYNOTE, PROGRAMME, voteButton, votes } from '@companion/testkit/contentItemPage';
import { MOBILE_3G } from '@companion/testkit/networkConditions';
import { readSignIn } from '@companion/testkit/readSignIn';
import { shortenPauses } from '@companion/testkit/shortenPauses';
import { stageContent } from '@companion/testkit/stageContent';
import { attendee } from '@companion/testkit/testServer';
import { untilAnswered } from '@companion/testkit/untilQuiet';

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

test('bad network: after an outage of any kind the app recovers without a tap, still signed in', async ({
  page,
  server,
  network,
}) => {
  await shortenPauses(page);
  for (const [what, fault] of [
    ['a captive portal', 'portal'],
    ['a network through which nothing gets', 'stall'],
    ['a load balancer that answers 503', 'unavailable'],
  ] as const) {
    await test.step(what, async () => {
      server.clock.advance(-EXPIRED_MS);
      const session = await server.register();
      server.clock.advance(EXPIRED_MS);
      await beginVisit(page, session);
      // The app itself comes from the phone, as after a first visit.
      network.use({ faults: { [fault]: 1 }, only: ({ path }) => /^\/(?:api|health)\//.test(path) });
      await page.goto('/agenda');
      const notice = page.getByText('The server cannot be reached. If this Wi-Fi asks you to sign in, do that first.');
      await expect(notice).toBeVisible();
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();

      network.use({});
      await expect(page.getByRole('link', { name: 'Opening Words' })).toBeVisible();
      await expect(notice).toHaveCount(0);
      await expect(page).toHaveURL('/agenda');
    });
  }
});

test('bad network: a minute of 503 ends no session and loses nothing, and little is asked during and after it', async ({
  page,
  server,
}) => {
  await stageContent(server, PROGRAMME);
  // The access token expires during the outage, by both clocks.
  server.clock.advance(-EXPIRED_MS + 90_000);
  const { profile } = await server.signIn(page);
  server.clock.advance(EXPIRED_MS - 90_000);
  await page.clock.install();
  await page.goto(KEYNOTE);
  await expect(voteButton(page, 'Vote up')).toBeVisible();
  let isDown = true;
  let asked: string[] = [];
  await page.route(/\/(?:api|health)\//, (route) => {
    asked.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`);
    const busy = { status: 503, headers: { 'Retry-After': '20' }, json: { message: 'Busy', traceId: '1' } };
    return isDown ? route.fulfill(busy) : route.continue();
  });
  // In steps, because the network's answers come between them: the app would take a slow one for silence.
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 2) {
      await page.clock.runFor(2000);
      await untilAnswered(page);
    }
  };

  await voteButton(page, 'Vote up').click();
  await expect(page.getByText('Your vote is waiting to send.')).toBeVisible();
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await pass(60);
  const notice = page.getByText('The server cannot be reached.');
  await expect(notice).toBeVisible();
  await expect(page).toHaveURL('/profile/edit');
  // The probe's pauses grow up to 15 s, and nothing else is tried.
  expect(asked.filter((call) => call !== 'GET /health/ready').length).toBeLessThan(10);
  expect(asked.length).toBeLessThan(30);

  asked = [];
  server.clock.advance(60_000);
  isDown = false;
  await expect(async () => {
    await pass(10);
    expect(await votes(server)).toHaveLength(1);
  }).toPass();
  await expect(notice).toHaveCount(0);
  expect(await votes(server)).toEqual([{ account_id: profile.id, content_id: 'keynote', vote: 'up' }]);
  const counts = Object.groupBy(asked, (call) => call);
  // The first may be refused because the token has expired.
  expect(counts['POST /api/public/content/votes']?.length).toBeLessThanOrEqual(2);
  expect(counts['POST /api/public/refresh']).toHaveLength(1);
  expect(asked.length).toBeLessThan(12);
});
