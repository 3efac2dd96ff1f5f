import { beginVisit } from '@companion/testkit/beginVisit';
import { expect, test } from '@companion/testkit/browserTest';
import { openItem, THANKS, voteButton } from '@companion/testkit/contentItemPage';
import { untilKept } from '@companion/testkit/untilKept';
import { untilQuiet } from '@companion/testkit/untilQuiet';
import type { Page } from '@playwright/test';

const OPENING = '/agenda/agenda/opening';

/** The statuses of the answers with the content list, in their order. */
function recordLists(page: Page): number[] {
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/public/content')) statuses.push(response.status());
  });
  return statuses;
}

test('known answers: a list is downloaded again when it has changed, and only then', async ({ page, server }) => {
  const { access_token } = await openItem(page, server);
  await untilQuiet(page);
  await untilKept(page, 'getContent');
  const lists = recordLists(page);
  await page.reload();
  await expect(voteButton(page, 'Vote up')).toBeVisible();
  await expect.poll(() => lists).toEqual([304]);

  // A vote changes the list on the phone, which then has no ETag.
  await voteButton(page, 'Vote up').click();
  await expect(page.getByText(THANKS)).toBeVisible();
  await page.reload();
  await expect(voteButton(page, 'Vote up')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => lists).toEqual([304, 200]);
  await untilQuiet(page);

  // On another device.
  const headers = { Authorization: `Bearer ${access_token}` };
  const data = { campaignId: 'agenda', contentId: 'keynote', vote: 'down' };
  await page.request.put('/api/public/content/votes', { data, headers });
  await page.reload();
  await expect(voteButton(page, 'Vote down')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => lists).toEqual([304, 200, 200]);
  await untilQuiet(page);

  // The phone has lost what the ETag belongs to.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase('companion').onsuccess = resolve;
      }),
  );
  await page.reload();
  await expect(voteButton(page, 'Vote down')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => lists).toEqual([304, 200, 200, 304, 200]);
});

test.describe('of the demo event', () => {
  test.use({ reuseServer: true });

  test('known answers: nothing of a person is in the browser’s own cache, during a session nor after it', async ({
    page,
    server,
  }) => {
    const asked = new Set<string>();
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes('/api/')) asked.add(request.url());
    });
    const { refresh_token } = await server.signIn(page);
    for (const address of [OPENING, '/agenda', '/polls/pre-event/first-time', '/profile/edit']) {
      await page.goto(address);
      await untilQuiet(page);
    }
    const cached = () =>
      page.evaluate(
        async (addresses) => {
          const found: string[] = [];
          for (const address of addresses) {
            const answer = await fetch(address, { cache: 'only-if-cached', mode: 'same-origin' }).catch(
              () => undefined,
            );
            if (answer?.ok) found.push(new URL(answer.url).pathname);
          }
          return found;
        },
        [...asked, `${server.url}/event/event.json`],
      );
    expect([...asked].map((address) => new URL(address).pathname)).toContain('/api/public/content');
    // The event's own files are for everybody.
    expect(await cached()).toEqual(['/event/event.json']);

    await page.request.post('/api/public/logout', { data: { refresh_token } });
    await page.goto('/agenda');
    await expect(page.getByText('Your session has ended.')).toBeVisible();
    expect(await cached()).toEqual(['/event/event.json']);
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('etag')))).toEqual([]);
  });

  test('known answers: one from before a write was stored does not undo it, be it a 304 or a 200', async ({
    page,
    server,
  }) => {
    for (const status of [304, 200]) {
      await test.step(`a ${status} does not undo it`, async () => {
        const session = await server.register();
        await beginVisit(page, session);
        await page.goto(OPENING);
        await expect(voteButton(page, 'Vote up')).toBeVisible();
        await untilQuiet(page);
        if (status === 200) {
          const headers = { Authorization: `Bearer ${session.access_token}` };
          const data = { campaignId: 'agenda', contentId: 'opening', comment: 'From another device' };
          await page.request.post('/api/public/content/comments', { data, headers });
        }
        const lists = recordLists(page);
        const { promise: held, resolve: release } = Promise.withResolvers<void>();
        let heldCount = 0;
        await page.route(/\/public\/content$/, async (route) => {
          const response = await route.fetch();
          heldCount += 1;
          await held;
          await route.fulfill({ response });
        });
        await page.evaluate(() => dispatchEvent(new Event('focus')));
        await expect.poll(() => heldCount).toBe(1);

        await voteButton(page, 'Vote up').click();
        await expect(page.getByText(THANKS)).toBeVisible();
        const readAgain = page.waitForRequest((request) => request.url().endsWith('/public/content'));
        release();
        // With the ETag, a list that the write does not change would be "not modified" again, and so on.
        expect((await readAgain).headers()['if-none-match']).toBeUndefined();
        await untilQuiet(page);
        expect(lists).toEqual([status, 200]);
        await expect(voteButton(page, 'Vote up')).toHaveAttribute('aria-pressed', 'true');
        await page.unrouteAll({ behavior: 'wait' });
      });
    }
  });
});
