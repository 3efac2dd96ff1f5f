import type { Page, Request } from '@playwright/test';

/**
 * Calls of the page to an address reach the server, but their answers are lost, as on a bad network.
 * @param isLost says of a call whether its answer is lost. Default: all are
 */
export const loseAnswers = (page: Page, address: string, isLost: (request: Request) => boolean = () => true) =>
  page.route(address, async (route) => {
    if (!isLost(route.request())) return route.fallback();
    await route.fetch();
    await route.abort('connectionreset');
  });
