import { type BadNetwork, startBadNetwork } from './badNetwork.ts';
import { test as base } from './browserTest.ts';

/** The browser's `test` whose pages reach the server through a network that each test can make bad. */
export const test = base.extend<{ network: BadNetwork }>({
  network: async ({ server }, use) => {
    const network = await startBadNetwork(server.url);
    await use(network);
    await network.stop();
  },
  baseURL: async ({ network }, use) => use(network.url),
});

export { expect } from './browserTest.ts';
