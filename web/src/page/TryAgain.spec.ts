import { beginVisit } from '@companion/testkit/beginVisit';
import { expect, test } from '@companion/testkit/browserTest';

test.use({ reuseServer: true });

test('try again: the button keeps the focus while loading, then the heading gets it', async ({ page, server }) => {
  const session = await server.register();
  for (const [path, call, heading] of [
    ['/agenda', '**/api/public/content', 'Agenda'],
    // The heading appears with the answer.
    ['/polls/stage-polls-day-1/cmmc-boundary', '**/api/public/questions/**', /\?$/],
  ] as const) {
    await test.step(`on ${path}`, async () => {
      await beginVisit(page, session);
      await page.route(call, (route) => route.fulfill({ status: 500, json: { message: 'Out of order' } }));
      await page.goto(path);
      const button = page.getByRole('button', { name: 'Try again' });
      await button.focus();

      const answers = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
      let requested = 0;
      // Over the first one, which stays: a read by the page itself in between would be answered.
      await page.route(call, async (route) => {
        const status = await answers[requested++]?.promise;
        return status === 500 ? route.fulfill({ status, json: { message: 'Still out of order' } }) : route.continue();
      });
      await page.keyboard.press('Enter');
      await expect(button).toHaveAttribute('aria-busy', 'true');
      await expect(button).toBeFocused();
      answers[0]?.resolve(500);
      await expect(page.getByText('Still out of order')).toBeAttached();
      await expect(button).not.toHaveAttribute('aria-busy');
      await expect(button).toBeFocused();

      await page.keyboard.press('Enter');
      answers[1]?.resolve(200);
      await expect(button).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  }
});
