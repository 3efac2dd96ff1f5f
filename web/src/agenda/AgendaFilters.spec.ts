import { ALL, filter, heads, intoTheEvent, openAt, SUMMIT, titles } from '@companion/testkit/agendaPage';
import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { stageContent } from '@companion/testkit/stageContent';
import { storeCredentials } from '@companion/testkit/storeCredentials';

// A phone in another time zone: the agenda shows the event's time.
test.use({ timezoneId: 'Asia/Tokyo' });

test('agenda: a filter without sessions shows a message that clears it', async ({ page, server }) => {
  await stageContent(
    server,
    SUMMIT.filter(({ category }) => category !== 'Breakout Sessions'),
  );
  await server.signIn(page);
  await openAt(page, '2026-06-01T12:00:00Z');
  await filter(page, 'Day 1 - Breakout Sessions').click();
  await expect(page.getByText('There are no sessions under Day 1 - Breakout Sessions.')).toBeVisible();
  await expect(page.getByText('Agenda is not available at the moment.')).toHaveCount(0);
  await expectAccessible(page);
  await filter(page, 'Show the whole agenda').click();
  await expect(titles(page)).toHaveText(['Keynote', 'Panel', 'Lounge', 'Breakfast', 'Closing']);
  await expect(filter(page, 'Day 1 - Breakout Sessions')).toBeFocused();
});

test('agenda: each filter shows its sessions, pressing it again shows all, and Featured Speakers opens /agenda/speakers (§2)', async ({
  page,
  server,
}) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await openAt(page, '2026-06-01T12:00:00Z');
  await filter(page, 'Day 1 - Main Stage').click();
  await expect(titles(page)).toHaveText(['Keynote', 'Panel', 'Lounge']);
  await filter(page, 'Day 1 - Breakout Sessions').click();
  await expect(titles(page)).toHaveText(['Law', 'Bonds']);
  await expect(filter(page, 'Day 1 - Main Stage')).toHaveAttribute('aria-pressed', 'false');
  await expect(filter(page, 'Day 1 - Breakout Sessions')).toHaveAttribute('aria-pressed', 'true');
  await filter(page, 'Day 2').click();
  await expect(titles(page)).toHaveText(['Breakfast', 'Closing']);
  await filter(page, 'Day 2').click();
  await expect(titles(page)).toHaveText(ALL);
  await expect(filter(page, 'All')).toHaveAttribute('aria-pressed', 'true');
  await filter(page, 'Day 1 - Main Stage').click();
  await filter(page, 'All').click();
  await expect(titles(page)).toHaveText(ALL);

  await filter(page, 'Featured Speakers').click();
  await expect(page).toHaveURL('/agenda/speakers');
  await filter(page, 'Day 2').click();
  await expect(page).toHaveURL('/agenda');
  await expect(titles(page)).toHaveText(['Breakfast', 'Closing']);
});

test.describe('of the demo event', () => {
  test.use({ reuseServer: true });

  test('agenda: the whole agenda, four filter buttons in the order of §2 and what is saved are all visible, and the headings stay so', async ({
    page,
    server,
  }) => {
    await server.signIn(page);
    await openAt(page, await intoTheEvent(server, -1));
    await expect(heads(page)).toHaveCount(2);
    await page.evaluate(() => window.scrollTo(0, 900));
    const header = await page.getByRole('banner').boundingBox();
    await expect
      .poll(async () => (await heads(page).nth(0).boundingBox())?.y)
      .toBeCloseTo(Number(header?.y) + Number(header?.height), 0);
    await page.evaluate(() => window.scrollTo(0, 0));

    const buttons = page.getByRole('group', { name: 'Show' }).getByRole('button');
    await expect(buttons).toHaveText([
      'All',
      'Day 1 - Main Stage',
      'Day 1 - Breakout Sessions',
      'Day 2',
      'Featured Speakers',
      'Mine',
    ]);
    await expect(buttons.first()).toHaveAttribute('aria-pressed', 'true');
    for (const [width, percent] of [
      [390, 100],
      [320, 100],
      [320, 200],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`;
      }, percent);
      for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });

  test('agenda: filter and scroll position survive a look at a session, its reload and a comment on it', async ({
    page,
    server,
  }) => {
    await server.signIn(page);
    await page.goto('/agenda');
    await filter(page, 'Day 2').click();
    await expect(heads(page)).toHaveCount(1);
    await page.evaluate(() => window.scrollTo(0, 600));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(600);
    // Playwright's click would scroll the page first.
    await page.evaluate(() => document.querySelectorAll<HTMLElement>('article a')[3]?.click());
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Agenda');
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.getByRole('button', { name: 'Back to Agenda' }).click();
    await expect(filter(page, 'Day 2')).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(600);

    await page.goForward();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Agenda');
    await page.reload();
    await page.goBack();
    await expect(filter(page, 'Day 2')).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(600);

    await page.evaluate(() => document.querySelectorAll<HTMLElement>('article a')[3]?.click());
    await page.getByLabel('Your comment').fill('Good');
    await page.getByRole('button', { name: 'Send Comment' }).click();
    await expect(page).toHaveURL('/agenda');
    await expect(filter(page, 'Day 2')).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(600);
  });
});

test('agenda: the filter is that of the account: the next person on a shared phone sees the whole agenda', async ({
  page,
  context,
  server,
}) => {
  const anna = await server.signIn(page);
  const bob = await server.register({ firstName: 'Bob' });
  await page.goto('/agenda');
  await filter(page, 'Mine').click();
  await expect(filter(page, 'Mine')).toHaveAttribute('aria-pressed', 'true');
  const other = await context.newPage();
  await other.goto('/robots.txt');
  await storeCredentials(other, bob);
  await expect(filter(page, 'All')).toHaveAttribute('aria-pressed', 'true');
  await filter(page, 'Day 2').click();

  await page.goto('/logout');
  await expect(page).toHaveURL('/login');
  await storeCredentials(other, anna);
  await page.goto('/agenda');
  await expect(filter(page, 'All')).toHaveAttribute('aria-pressed', 'true');
});
