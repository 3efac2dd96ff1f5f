import { type Credentials, credentials } from '@companion/contract/session';
import type { Page } from '@playwright/test';
import { attendee } from './testServer.ts';

interface SigningServer {
  signIn(page: Page, session: Credentials): Promise<Credentials>;
}

/** Registers an attendee in the page's browser, which the server then recognizes, and signs in there. */
export async function registerHere(page: Page, server: SigningServer): Promise<Credentials> {
  const answer = await page.request.post('/api/public/accounts', { data: attendee() });
  return server.signIn(page, credentials.parse(await answer.json()));
}
