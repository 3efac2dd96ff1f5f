import type { BadNetwork } from '@companion/testkit/badNetwork';
import { expect, test } from '@companion/testkit/badNetworkTest';
import { hostPoll } from '@companion/testkit/hostPoll';
import { openStage } from '@companion/testkit/openStage';
import type { Page } from '@playwright/test';

const POLL = { campaignId: 'stage-polls-day-1', questionId: 'first-call' };
const STREAM = '/api/staff/live';

const asked = ({ requests }: BadNetwork) => requests.filter(({ path }) => path.startsWith(STREAM)).length;

/** Lets time pass in the page, second by second, until something has happened. @returns the seconds */
async function passUntil(page: Page, hasHappened: () => boolean | Promise<boolean>): Promise<number> {
  let seconds = 0;
  await expect
    .poll(
      async () => {
        if (await hasHappened()) return true;
        await page.clock.runFor(1000);
        seconds++;
        return false;
      },
      { intervals: [50] },
    )
    .toBe(true);
  return seconds;
}

for (const { fault, what } of [
  { fault: 'hang', what: 'a line that is cut without a word' },
  { fault: 'stall', what: 'a proxy that holds the stream back' },
] as const) {
  test(`stage: ${what} is noticed within 25 s, and what is on stage is asked for (decision 049)`, async ({
    page,
    server,
    network,
  }) => {
    await openStage(page, server);
    network.use({ faults: { [fault]: 1 }, only: ({ path }) => path.startsWith(STREAM) });
    await page.clock.install();
    // Cookies do not distinguish ports.
    await page.goto(`${network.url}/console/stage`);
    await expect(page.getByText('Join at')).toBeVisible();
    await expect.poll(() => asked(network)).toBe(1);
    expect(await passUntil(page, () => asked(network) > 1)).toBeLessThanOrEqual(26);
    await hostPoll(server.services, POLL, { state: 'open', isOnStage: true });
    const question = page.getByText('do you call first');
    expect(await passUntil(page, () => question.isVisible())).toBeLessThanOrEqual(6);
  });
}
