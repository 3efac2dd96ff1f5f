import { ALL, filter, heads, labelled, openAt, SUMMIT, times, titles } from '@companion/testkit/agendaPage';
import { expect, test } from '@companion/testkit/browserTest';
import { stageContent } from '@companion/testkit/stageContent';

// A phone in another time zone: the agenda shows the event's time.
test.use({ timezoneId: 'Asia/Tokyo' });

test('agenda: sorted by start date, with days and times of New York; weeks before, the first item is Next Event, and afterwards none is (§9)', async ({
  page,
  server,
}) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await openAt(page, '2026-05-01T12:00:00Z');
  await expect(titles(page)).toHaveText(ALL);
  await expect(heads(page)).toHaveText(['Tuesday, June 9', 'Wednesday, June 10']);
  await expect(times(page)).toHaveText(['9:00 AM ET', '10:15 AM ET', '9:00 PM ET', '7:30 AM ET', '3:00 PM ET']);
  await expect(page.getByRole('article').nth(0)).toContainText('until 10:00 AM');
  await expect(page.getByRole('article').nth(4)).toContainText('until 12:30 AM');
  await expect(labelled(page, 'Next Event')).toHaveText(['Keynote']);
  await expect(page.getByRole('button', { name: /^Show what/ })).toHaveCount(0);

  // Longer than the longest timer of a browser.
  await page.clock.fastForward(60 * 24 * 3_600_000);
  await expect(titles(page)).toHaveText(ALL);
  await expect(page.getByText(/Currently Happening|Next Event|Today/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Show what/ })).toHaveCount(0);
});

test('agenda: labels change with time on both days, without a reload and in any filter; Currently Happening is green and Next Event is red (§4)', async ({
  page,
  server,
}) => {
  await stageContent(server, SUMMIT);
  await server.signIn(page);
  await openAt(page, '2026-06-09T12:59:00Z');
  const expectLabels = async (current: string[], next: string[]) => {
    await expect(labelled(page, 'Currently Happening')).toHaveText(current);
    await expect(labelled(page, 'Next Event')).toHaveText(next);
  };
  const travelTo = async (instant: string) => {
    const now = await page.evaluate(() => Date.now());
    await page.clock.fastForward(Date.parse(instant) - now);
  };
  const background = (label: string) =>
    page.getByText(label, { exact: true }).evaluate((element) => getComputedStyle(element).backgroundColor);
  await expectLabels([], ['Keynote']);
  expect(await background('Next Event')).toBe('rgb(192, 50, 43)');
  await travelTo('2026-06-09T13:00:00Z');
  await expectLabels(['Keynote'], []);
  expect(await background('Currently Happening')).toBe('rgb(27, 122, 71)');
  await page.clock.runFor('01:00');
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '59 min left');
  await filter(page, 'Day 2').click();
  await expect(titles(page)).toHaveText(['Breakfast', 'Closing']);
  await expect(page.getByText('Next Event')).toHaveCount(0);
  await filter(page, 'All').click();
  await travelTo('2026-06-09T14:00:00Z');
  await expectLabels([], ['Panel']);
  await travelTo('2026-06-09T14:20:00Z');
  await expectLabels(['Panel', 'Law', 'Bonds'], []);
  await travelTo('2026-06-09T15:10:00Z');
  await expectLabels(['Law'], []);
  await travelTo('2026-06-10T04:29:00Z');
  await expectLabels(['Lounge'], []);
  await expect(heads(page)).toHaveText(['Tuesday, June 9', 'Wednesday, June 10Today']);
  await travelTo('2026-06-10T05:00:00Z');
  await expectLabels([], ['Breakfast']);
  await travelTo('2026-06-10T19:59:59Z');
  await expectLabels(['Closing'], []);
  await travelTo('2026-06-10T20:00:00Z');
  await expectLabels([], []);
});

test('agenda: daylight saving skips an hour in spring and repeats one in autumn (§9)', async ({ page, server }) => {
  await stageContent(server, [
    { id: 'Before', start: '2026-03-08T06:30:00Z', end: '2026-03-08T07:00:00Z' },
    { id: 'After', start: '2026-03-08T07:00:00Z', end: '2026-03-08T08:00:00Z' },
    { id: 'First', start: '2026-11-01T05:30:00Z', end: '2026-11-01T06:00:00Z' },
    { id: 'Second', start: '2026-11-01T06:30:00Z', end: '2026-11-01T07:00:00Z' },
  ]);
  await server.signIn(page);
  await openAt(page, '2026-11-01T05:45:00Z');
  await page.getByRole('button', { name: '2 past sessions' }).click();
  await expect(times(page)).toHaveText(['1:30 AM ET', '3:00 AM ET', '1:30 AM ET', '1:30 AM ET']);
  await expect(heads(page)).toHaveText(['Sunday, March 8', 'Sunday, November 1Today']);
  await expect(labelled(page, 'Currently Happening')).toHaveText(['First']);
  await page.clock.fastForward('01:00:00');
  await expect(labelled(page, 'Currently Happening')).toHaveText(['Second']);
});
