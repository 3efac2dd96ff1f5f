import { titles } from '@companion/testkit/agendaPage';
import { beginVisit } from '@companion/testkit/beginVisit';
import { expect, test } from '@companion/testkit/browserTest';
import { pressTryAgain } from '@companion/testkit/pressTryAgain';
import type { Page } from '@playwright/test';

test.use({ reuseServer: true });

const CONTENT = '**/api/public/content';
/** The screens of the content, what each says without it, and what it shows once the content is there. */
const SCREENS: [address: string, message: string, shown: (page: Page) => ReturnType<Page['locator']>][] = [
  [
    '/dashboard',
    'Agenda is not available at the moment.',
    (page) => page.getByRole('region', { name: 'Now and next' }).getByRole('article').first(),
  ],
  ['/agenda', 'Agenda is not available at the moment.', (page) => page.getByRole('article').first()],
  ['/agenda/speakers', 'No speakers available at the moment.', (page) => page.getByRole('list', { name: 'Speakers' })],
  ['/sponsors', 'No sponsors available at the moment.', (page) => page.getByRole('heading', { level: 2 }).nth(6)],
];

test('content: each of its screens shows a message and a retry button when it fails to load (§2, §8)', async ({
  page,
  server,
}) => {
  const session = await server.register();
  for (const [address, message, shown] of SCREENS) {
    await test.step(`${address} says “${message}”, and the button loads it`, async () => {
      await beginVisit(page, session);
      await page.route(CONTENT, (route) =>
        route.fulfill({ status: 500, json: { message: 'Out of order', traceId: '7' } }),
      );
      await page.goto(address);
      await expect(page.getByText(message)).toBeVisible();
      await expect(page.getByRole('alert')).toContainText('Out of order');
      await pressTryAgain(page, CONTENT);
      await expect(shown(page)).toBeVisible();
      await expect(page.getByText(message)).toHaveCount(0);
      await page.unrouteAll({ behavior: 'wait' });
    });
  }
});

test("agenda: shows items with the specification's fields only, and skips an unreadable one (decision 027)", async ({
  page,
  server,
}) => {
  await server.signIn(page);
  const item = { id: 'one', campaignId: 'agenda', type: 'Agenda', category: 'Day 1', title: 'Keynote', body: '' };
  const results = [{ id: 7 }, { ...item, startDate: '2026-06-09T13:00:00Z', endDate: '2026-06-09T14:00:00Z' }];
  await page.route('**/api/public/content', (route) => route.fulfill({ json: { results } }));
  await page.goto('/agenda');
  await expect(titles(page)).toHaveText(['Keynote']);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
