import type { StaffRole } from '@companion/contract/defineCall';
import type { Browser, Page } from '@playwright/test';
import { addMember, STAFF_PASSWORD } from './staffBrowser.ts';
import type { TestServer } from './testServer.ts';

/** Signs a new member in to the console in this browser. */
export async function signInToConsole(
  page: Page,
  server: TestServer,
  role: StaffRole,
  given?: Parameters<typeof addMember>[2],
) {
  const member = await addMember(server, role, given);
  // Any page of the server: browsers name its origin, and keep the cookie.
  await page.goto('/health/live');
  const status = await page.evaluate(
    async ([body]) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/api/staff/session', { method: 'POST', headers, body })).status;
    },
    [JSON.stringify({ email: member.email, password: STAFF_PASSWORD })] as const,
  );
  if (status !== 200) throw new Error(`signing in to the console: ${status}`);
  return member;
}

/** Opens the console for a new member, beside the page of an attendee: in a window of its own. Close its context. */
export async function openConsoleBeside(browser: Browser, server: TestServer, role: StaffRole): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await signInToConsole(page, server, role);
  return page;
}
