import { expect, expectAccessible, test } from '@companion/testkit/browserTest';
import { feedbackOn } from '@companion/testkit/feedbackOn';
import { hostPoll } from '@companion/testkit/hostPoll';
import { overflowing } from '@companion/testkit/overflowing';
import { signInToConsole } from '@companion/testkit/signInToConsole';

/** What the margins leave of the paper, in CSS pixels. */
const PAPERS = { A4: 680, Letter: 703 };
const POLL = { campaignId: 'stage-polls-day-1', questionId: 'first-call' };

test('report: the event in pictures fits A4 and US Letter, light, without menu and buttons, and shows no open poll (decision 068)', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await signInToConsole(page, server, 'editor');
  const { title, say } = await feedbackOn(server);
  await say({ vote: 'up', comment: 'A calm room' });
  await server.services.db.updateTable('accounts').set({ source: 'eventbrite' }).execute();
  // It has begun.
  const starts_at = server.clock.now() - 3_600_000;
  await server.services.db.updateTable('events').set({ starts_at }).execute();
  await hostPoll(server.services, POLL, { state: 'closed', shownTo: 'staff' });
  await page.goto('/console');
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Report', exact: true }).click();

  const votes = page.getByRole('table', { name: 'Sessions with the most votes' });
  await expect(votes.getByRole('row', { name: title })).toContainText('100%');
  await expect(page.getByRole('table', { name: 'How far the people with a ticket have come' })).toContainText(
    'Imported',
  );
  // No chart of what did not come in.
  await expect(page.getByRole('region', { name: 'Over the days' }).getByRole('figure')).toHaveText([
    /^Votes during/,
    /^Comments during/,
  ]);
  const polls = page.getByRole('region', { name: 'Polls and surveys' });
  await expect(polls.getByRole('heading', { level: 4 })).toHaveText([/do you call first/]);
  await expect(page.getByRole('complementary', { name: 'Left out' })).toContainText('still open');
  await expect(page.getByText('A calm room')).toHaveCount(0);
  await expectAccessible(page);

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const width of Object.values(PAPERS)) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflowing(page)).toEqual([]);
  }
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(22, 35, 43)');
  await expect(page.getByRole('heading', { name: 'Over the days' })).toHaveCSS('break-after', 'avoid');
  for (const part of ['tr', 'figure']) {
    await expect(page.locator(`main ${part}`).first()).toHaveCSS('break-inside', 'avoid');
  }
  for (const format of Object.keys(PAPERS)) expect((await page.pdf({ format })).length).toBeGreaterThan(10_000);
});
