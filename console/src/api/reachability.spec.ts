import { expect, test } from '@companion/testkit/browserTest';
import { openStage } from '@companion/testkit/openStage';

test('connection: a line that is cut without a word does not keep the console from asking for the server again', async ({
  page,
  server,
}) => {
  await openStage(page, server);
  // The five seconds of the first request pass at once; other limits stay, so that a slow page does not end the second.
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    let isFirst = true;
    AbortSignal.timeout = (ms) => {
      const isShort = ms === 5000 && isFirst;
      if (isShort) isFirst = false;
      return timeout(isShort ? 100 : ms);
    };
  });
  const asked: string[] = [];
  const isBack = Promise.withResolvers<void>();
  await page.route('**/health/ready', async (route) => {
    asked.push(route.request().url());
    // The first is never answered.
    if (asked.length === 1) return;
    await isBack.promise;
    await route.continue();
  });
  // Its frames would show that the server is back.
  await page.route('**/api/staff/live*', (route) => route.abort());
  await page.route('**/api/staff/stage', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('No connection to the server.')).toBeVisible();
  await page.unroute('**/api/staff/stage');
  isBack.resolve();
  await expect(page.getByText('Join at')).toBeVisible();
  expect(asked).toHaveLength(2);
});
