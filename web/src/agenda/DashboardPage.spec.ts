import { alignClocks } from '@companion/testkit/alignClocks';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { storeCredentials } from '@companion/testkit/storeCredentials';
import type { TestServer } from '@companion/testkit/testServer';
import type { Page } from '@playwright/test';

test.use({ timezoneId: 'Asia/Tokyo' });

interface Session {
  id: string;
  /** As `09:00`, in UTC, on the day of the test. */
  start: string;
  end: string;
  category?: string;
  room?: string;
  speakerIds?: string[];
}

const DAY = '2026-06-09';
const at = (clock: string) => new Date(`${DAY}T${clock}:00Z`);

/** Replaces the demo event's agenda with these sessions. */
async function stage({ services: { db } }: TestServer, sessions: Session[]): Promise<void> {
  await db.updateTable('content').set({ hidden: 1 }).where('type', '=', 'Agenda').execute();
  for (const [position, { id, start, end, category = 'Day 1', room = null, speakerIds = [] }] of sessions.entries()) {
    await db
      .insertInto('content')
      .values({
        id: id.toLowerCase(),
        campaign_id: 'agenda',
        position,
        type: 'Agenda',
        category,
        title: id,
        subtitle: null,
        starts_at: at(start).getTime(),
        ends_at: at(end).getTime(),
        sponsor: null,
        slug: null,
        body: '',
        room,
        speaker_ids: JSON.stringify(speakerIds),
        tier: null,
        url: null,
        picture: null,
        hidden: 0,
      })
      .execute();
  }
}

async function openAt(page: Page, clock: string): Promise<void> {
  await alignClocks(page);
  await page.clock.install({ time: at(clock) });
  await page.goto('/dashboard');
}

const KEYNOTE = { id: 'Keynote', start: '13:00', end: '14:00' };
const WORKSHOP = { id: 'Workshop', start: '14:15', end: '15:00' };
const LUNCH = { id: 'Lunch', start: '15:30', end: '16:30' };

const cards = (page: Page) => page.getByRole('region', { name: 'Now and next' }).getByRole('article');
const label = (page: Page, card: number) =>
  cards(page)
    .nth(card)
    .getByText(/^(Currently Happening|Next Event)$/);

test('dashboard: as time passes the first item is Next Event, in red, then Currently Happening, in green, and the next follows (§4, decision 036)', async ({
  page,
  server,
}) => {
  await stage(server, [LUNCH, KEYNOTE, WORKSHOP]);
  await server.signIn(page);
  await openAt(page, '12:59');
  const background = () => label(page, 0).evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect(cards(page).getByRole('heading')).toHaveText(['Keynote', 'Workshop']);
  await expect(label(page, 0)).toHaveText('Next Event');
  expect(await background()).toBe('rgb(192, 50, 43)');
  await expect(label(page, 1)).toHaveCount(0);
  await page.clock.runFor('02:00');
  await expect(cards(page).getByRole('heading')).toHaveText(['Keynote', 'Workshop']);
  await expect(label(page, 0)).toHaveText('Currently Happening');
  expect(await background()).toBe('rgb(27, 122, 71)');
  await expect(page.getByText('Next Event')).toHaveCount(0);

  await page.clock.fastForward('44:00');
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '75');
  await expect(cards(page).nth(0)).toContainText('15 min left');
  await page.clock.fastForward('15:00');
  await expect(cards(page).getByRole('heading')).toHaveText(['Workshop', 'Lunch']);
  await expect(label(page, 0)).toHaveText('Next Event');
  await page.clock.fastForward('16:00');
  await expect(label(page, 0)).toHaveText('Currently Happening');
  await page.clock.fastForward('05:00:00');
  await expect(page.getByText('The event has ended.')).toBeVisible();
});

test('dashboard: of several running items the last to start comes first, and all show, each a link that leads back (decision 027)', async ({
  page,
  server,
}) => {
  await stage(server, [
    { id: 'Expo', start: '12:00', end: '20:00' },
    KEYNOTE,
    { ...KEYNOTE, id: 'Law', category: 'Breakout Sessions', room: 'Cypress Room' },
    WORKSHOP,
  ]);
  await server.signIn(page);
  await openAt(page, '13:45');
  await expect(cards(page).getByRole('heading')).toHaveText(['Keynote', 'Law', 'Expo', 'Workshop']);
  await expect(cards(page).filter({ hasText: 'Currently Happening' }).getByRole('heading')).toHaveText([
    'Keynote',
    'Law',
    'Expo',
  ]);
  await expect(cards(page).nth(1)).toContainText('Cypress Room');
  await expectAccessible(page);
  // The whole card is a link, not only its title.
  await cards(page)
    .nth(1)
    .click({ position: { x: 20, y: 20 } });
  await expect(page).toHaveURL('/agenda/agenda/law');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Law');
  await page.getByRole('button', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('dashboard: shows New York times with their zone, room and speakers, hides category Sponsor, and fetches changes when it gets the focus (§2, §9)', async ({
  page,
  server,
}) => {
  const speaker = await server.services.db
    .selectFrom('content')
    .select(['id', 'title', 'slug'])
    .where('type', '=', 'Speaker')
    .where('slug', 'is not', null)
    .executeTakeFirstOrThrow();
  await stage(server, [
    { ...KEYNOTE, room: 'Grand Ballroom', speakerIds: [speaker.id] },
    { ...KEYNOTE, id: 'Sponsor talk', category: 'Sponsor' },
    { id: 'Tonight', start: '23:00', end: '23:30' },
  ]);
  await server.signIn(page);
  await openAt(page, '13:30');
  await expect(cards(page).getByRole('heading')).toHaveText(['Keynote', 'Tonight']);
  await expect(page.getByText('Sponsor talk')).toHaveCount(0);
  const keynote = cards(page).nth(0);
  await expect(keynote.getByRole('time')).toHaveText('9:00 AM ET');
  await expect(keynote).toContainText('until 10:00 AM');
  await expect(cards(page).nth(1).getByRole('time')).toHaveText('7:00 PM ET');
  await expect(page.getByText('Tuesday, June 9')).toHaveCount(1);
  await expect(keynote.getByText('Grand Ballroom')).toBeVisible();
  await expect(keynote.getByRole('list', { name: 'Speakers' })).toContainText(speaker.title);
  const face = keynote.locator('img');
  await expect(face).toHaveAttribute('src', new RegExp(`/event/speakers/${speaker.slug}`));
  await expect.poll(() => face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await server.services.db.updateTable('content').set({ title: 'Moved' }).where('id', '=', 'keynote').execute();
  // The server caches the content list for a second.
  server.clock.advance(2000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(cards(page).getByRole('heading')).toHaveText(['Moved', 'Tonight']);
});

const preEvent = (page: Page) => page.getByRole('article').filter({ hasText: 'Pre-event survey' });
const postEvent = (page: Page) => page.getByRole('article').filter({ hasText: 'Post-event survey' });

test.describe('of the demo event', () => {
  test.use({ reuseServer: true });

  test('dashboard: invites to the pre-event survey until it is complete, and to the post-event survey once the event has ended (decision 035)', async ({
    page,
    server,
  }) => {
    const session = await server.signIn(page);
    const { endDate } = await (await fetch(`${server.url}/event/event.json`)).json();
    await alignClocks(page);
    await page.clock.install({ time: Date.parse(endDate) - 120_000 });
    await page.goto('/dashboard');
    await expect(postEvent(page)).toHaveCount(0);
    await preEvent(page).getByRole('link', { name: 'Answer the questions' }).click();
    await expect(page).toHaveURL('/prevent-survey');

    await server.services.db.updateTable('accounts').set({ pre_event_complete: 1 }).execute();
    await storeCredentials(page, { ...session, profile: { ...session.profile, preEventComplete: true } });
    await page.goto('/dashboard');
    await expect(cards(page)).not.toHaveCount(0);
    await expect(preEvent(page)).toHaveCount(0);
    await expect(postEvent(page)).toHaveCount(0);
    await page.clock.runFor(150_000);
    await postEvent(page).getByRole('link', { name: 'Answer the questions' }).click();
    await expect(page).toHaveURL('/postevent-survey');
  });

  test('dashboard: stays if the account is registered, even if the stored profile is not; leads a prepared account to /complete-registration (§2)', async ({
    page,
    server,
  }) => {
    const session = await server.register();
    const stored = { ...session, profile: { ...session.profile, registrationComplete: false } };
    await server.signIn(page, stored);
    await page.goto('/dashboard');
    await expect(preEvent(page)).toBeVisible();
    await expect(page).toHaveURL('/dashboard');

    await server.services.db.updateTable('accounts').set({ registration_complete: 0 }).execute();
    await storeCredentials(page, stored);
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/complete-registration');
  });
});
