import { failureWith } from '../api/StaffFailure.ts';

/**
 * Why this browser cannot use passkeys at this address, and what to do; undefined if it can. Browsers bind a passkey to
 * a name, so an address with a number has none.
 */
export function passkeyProblem(
  { hostname, port }: Pick<Location, 'hostname' | 'port'> = window.location,
): string | undefined {
  if (/^[\d.]+$|^\[/.test(hostname)) {
    const local = hostname.startsWith('127.') || hostname === '[::1]' ? `http://localhost:${port}` : 'https://…';
    return `Passkeys need an address with a name, and this one is a number. The operator sets it: APP_URL=${local}`;
  }
  // Not in browsers from before 2025.
  if (!globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON) {
    return 'This browser is too old for passkeys. Use a newer one, or your password.';
  }
  return undefined;
}

/** The code of passkeys: only those who use one load it. @throws StaffFailure */
export const loadPasskeys = () =>
  import('./passkeys.ts').catch(() => {
    throw failureWith('A part of the console could not be loaded. Please load the page again.');
  });
