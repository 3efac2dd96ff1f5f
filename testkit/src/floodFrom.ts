import type { TestServer } from './testServer.ts';

/** More than people are, within ten seconds. */
const ACCOUNTS = 32;

/** Invented accounts register from this machine, faster than people can. @returns their access tokens */
export async function floodFrom({ clock, register }: Pick<TestServer, 'clock' | 'register'>): Promise<string[]> {
  const begun = clock.now();
  // However busy the machine is.
  clock.freeze(begun);
  const invented = await Promise.all(Array.from({ length: ACCOUNTS }, () => register()));
  clock.set(begun);
  return invented.map(({ access_token }) => access_token);
}
