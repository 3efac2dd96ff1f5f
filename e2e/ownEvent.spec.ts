import { expect, test } from '@companion/testkit/browserTest';
import { goOffline } from '@companion/testkit/goOffline';
import { writeTestPack } from '@companion/testkit/testPack';

/** Three days in Berlin. Clocks go back by an hour in the night to the second one. */
const EVENT = `id: test-summit
name: Berliner Gipfel
host: Test Firm
tagline: Nowhere in particular
timeZone: Europe/Berlin
firstDay: 2031-10-25
days: 3
termsVersion: terms-7
helpDesk: { email: help@example.com, phone: (202) 555-0100 }
organizationTypes: [Universität, Small]
tiers: [Halle, Gold]
dayFilters: [Samstag, Sonntag, Montag]
speakersFilter: Wer spricht
`;
const AGENDA = `- { id: opening, day: 1, start: 09:00, end: 10:00, category: Day 1, title: Opening }
- { id: closing, day: 3, start: 16:00, end: 17:00, category: Day 3, title: Closing }
`;

test.use({
  serviceWorkers: 'allow',
  // A phone on a trip has yet another zone.
  timezoneId: 'Asia/Tokyo',
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern
  eventPack: async ({}, use) => use(await writeTestPack({ 'event.yaml': EVENT, 'agenda.yaml': AGENDA })),
});

test('own event: times wait for their zone, and zone, days and names are those of the event, also without a network', async ({
  page,
  server,
}) => {
  await server.signIn(page, await server.register({ organizationType: 'Small' }));
  const held = Promise.withResolvers<void>();
  await page.route('**/event/event.json', async (route) => {
    await held.promise;
    await route.continue();
  });
  const answered = page.waitForResponse('**/api/public/content');
  await page.goto('/agenda');
  await answered;
  // Long enough for a screen that would not wait, and shorter than the app waits.
  await page.waitForTimeout(500);
  await expect(page.getByText(/\d:00 [AP]M/)).toHaveCount(0);
  held.resolve();

  const see = async (tab = page) => {
    const main = tab.getByRole('main');
    await expect(main.getByText('9:00 AM CEST').first()).toBeVisible();
    await expect(main.getByText('4:00 PM CET').first()).toBeVisible();
    await expect(main.getByText('Monday, October 27').first()).toBeVisible();
    await expect(main.getByRole('group', { name: 'Show' }).getByRole('button')).toHaveText([
      'All',
      'Samstag',
      'Montag',
      'Wer spricht',
      'Mine',
    ]);
  };
  await see();
  await page.goto('/profile/edit');
  await expect(page.getByLabel('Organization Type').getByRole('option')).toHaveText([
    'Choose one',
    'Universität',
    'Small',
  ]);
  await page.unrouteAll();
  const isStored = () => page.evaluate(async () => Boolean(await caches.match('/event/event.json')));
  await expect.poll(isStored).toBe(true);
  await goOffline(page);
  await page.goto('/agenda');
  await see();
  const tab = await page.context().newPage();
  await tab.goto('/agenda');
  await see(tab);
});

test('own event: times that had to show before their zone is known change to it', async ({ page, server }) => {
  await server.signIn(page, await server.register({ organizationType: 'Small' }));
  const held = Promise.withResolvers<void>();
  await page.route('**/event/event.json', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/agenda');
  await expect(page.getByText('4:00 PM GMT+9').first()).toBeVisible();
  held.resolve();
  await expect(page.getByText('9:00 AM CEST').first()).toBeVisible();
  await expect(page.getByRole('main').getByText('GMT+9')).toHaveCount(0);
});
