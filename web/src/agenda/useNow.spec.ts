import { labelled, titles } from '@companion/testkit/agendaPage';
import { expect, test } from '@companion/testkit/browserTest';
import { stageContent } from '@companion/testkit/stageContent';

const HOUR = 3_600_000;

test('agenda: on a phone whose clock is wrong, the session is on that is on by the clock of the server (§4)', async ({
  page,
  server,
}) => {
  const iso = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
  await stageContent(server, [
    { id: 'Today', start: iso(-0.5), end: iso(0.5), speakerIds: ['ada'] },
    { id: 'Tomorrow', start: iso(23.5), end: iso(24.5) },
    { id: 'ada', type: 'Speaker', title: 'Ada Speaker' },
  ]);
  await server.signIn(page);
  await page.clock.install({ time: Date.now() + 24 * HOUR });
  await page.goto('/dashboard');
  await expect(labelled(page, 'Currently Happening')).toHaveText(['Today']);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Agenda' }).click();
  await expect(labelled(page, 'Currently Happening')).toHaveText(['Today']);
  await expect(titles(page)).toHaveText(['Today', 'Tomorrow']);
  await page.getByRole('article').getByRole('link', { name: 'Today' }).click();
  // While a session is on, its page begins with asking.
  await expect(page.getByRole('button', { name: 'Rate and Comment' })).toBeVisible();
});
