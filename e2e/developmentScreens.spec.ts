import { expect, test } from '@companion/testkit/browserTest';
import { openScreen } from './openScreen.ts';
import { screens } from './screens.ts';

test.use({ reuseServer: true });

/** Without states that the server or the network has to bring about: they are checked on what ships. */
const reachable = Object.entries(screens)
  .map(([route, states]) => [route, states.filter(({ stage }) => !stage)] as const)
  // It shows for two seconds. The main journey waits for it.
  .filter(([route]) => route !== 'splash');

test('development: the pages run the build that reports what React finds', async ({ page }) => {
  const script = page.waitForResponse(/\/assets\/index-.*\.js$/);
  await page.goto('/login');
  expect(await (await script).text()).toContain('Each child in a list');
});

for (const [route, states] of reachable) {
  test(`development: React has nothing to report on ${route}`, async ({ page, server }) => {
    for (const screen of states) {
      await test.step(screen.state ?? 'as it opens', async () => {
        // An address that differs only after the # would not load the page again.
        await page.goto('/health/ready');
        await openScreen(screen, page, server);
      });
    }
  });
}
