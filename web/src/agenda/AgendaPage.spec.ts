import { ALL, filter, SUMMIT, titles } from '@companion/testkit/agendaPage';
import { expect, test } from '@companion/testkit/browserTest';
import { holdCalls } from '@companion/testkit/holdCalls';
import { stageContent } from '@companion/testkit/stageContent';

// A phone in another time zone: the agenda shows the event's time.
test.use({ timezoneId: 'Asia/Tokyo' });

test('agenda: shows an announced placeholder while loading, and fetches changes when the page gets the focus', async ({
  page,
  server,
}) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  const release = await holdCalls(page, '**/api/public/content');
  await page.goto('/agenda');
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(4);
  await expect(page.getByText('Agenda is not available at the moment.')).toHaveCount(0);
  release();
  await expect(titles(page)).toHaveText(ALL);

  await server.services.db.updateTable('content').set({ title: 'Moved' }).where('id', '=', 'Panel').execute();
  // The server caches the content list for a second.
  server.clock.advance(2000);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(titles(page)).toContainText(['Moved']);
});

test('agenda: the keyboard alone opens a session, with a view transition, but none with reduced motion', async ({
  page,
  server,
}) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      document.documentElement.dataset.transitions = `${Number(document.documentElement.dataset.transitions ?? 0) + 1}`;
      return start(update);
    };
  });
  await page.goto('/agenda');
  await filter(page, 'Day 2').focus();
  await page.keyboard.press('Enter');
  await expect(titles(page)).toHaveText(['Breakfast', 'Closing']);
  for (const name of ['Featured Speakers', 'Mine', 'Breakfast']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole(name === 'Breakfast' ? 'link' : 'button', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Breakfast' })).toBeFocused();
  await expect(page.locator('html')).toHaveAttribute('data-transitions', '1');

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Back to Agenda' }).click();
  await expect(titles(page)).toHaveText(['Breakfast', 'Closing']);
  await expect(page.locator('html')).toHaveAttribute('data-transitions', '1');
});
