import { expect, test } from '@companion/testkit/browserTest';
import { paths } from '../web/src/paths.ts';
import { openScreen, screensOfTests } from './openScreen.ts';

test.use({ reuseServer: true });

test('development: the pages run the build that reports what React finds', async ({ page }) => {
  const script = page.waitForResponse(/\/assets\/index-.*\.js$/);
  await page.goto('/login');
  expect(await (await script).text()).toContain('Each child in a list');
});

/** Without states that the server or the network has to bring about: they are checked on what ships. */
const reachable = screensOfTests(
  // The splash screen shows for two seconds. The main journey waits for it.
  ({ stage, answers, path }) => !stage && !answers && path !== paths.splash,
);

for (const [names, screens] of reachable) {
  test(`development: React has nothing to report on ${names}`, async ({ page, server }) => {
    for (const screen of screens) await test.step(screen.name, () => openScreen(screen, page, server));
  });
}
