import { softPasskey } from './softPasskey.ts';
import type { StaffBrowser } from './staffBrowser.ts';

/** The console of a server whose `APP_URL` is this origin, as passkeys know it. */
export const PASSKEY_PAGE = { origin: 'https://summit.localhost', rpId: 'summit.localhost' };

/** Adds a passkey to the account of a signed-in member of {@link PASSKEY_PAGE}'s server. */
export async function addSoftPasskey(browser: StaffBrowser, name = 'Laptop') {
  const passkey = softPasskey();
  const { results: options } = await browser.ask('beginPasskey');
  const body = { name, credential: passkey.create(options, PASSKEY_PAGE) };
  return { passkey, added: (await browser.ask('addPasskey', { body })).results };
}
