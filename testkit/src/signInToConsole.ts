import type { StaffRole } from '@companion/contract/defineCall';
import type { Page } from '@playwright/test';
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
