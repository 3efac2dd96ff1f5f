import { createHmac } from 'node:crypto';
import type { Config } from '../platform/config.ts';
import { sameText } from '../platform/keys.ts';

/** Where Twilio tells what became of a message. */
export const CALLBACK_PATH = '/api/webhooks/twilio/status';

/**
 * The address that Twilio is given for one message; it signs exactly this one.
 * @returns undefined at localhost, where Twilio could not call back and refuses to (21609)
 */
export function callbackUrl({ appUrl }: Config, messageId: string): string | undefined {
  if (new URL(appUrl).hostname === 'localhost') return undefined;
  return `${appUrl}${CALLBACK_PATH}?message=${encodeURIComponent(messageId)}`;
}

/**
 * Whether Twilio signed this: an HMAC, under the account's token, of the address and every field in the order of names
 * (twilio.com/docs/usage/security). Twilio names the default port or not as it pleases, so both are right.
 */
export function isSignedByTwilio(
  authToken: string,
  url: string,
  form: URLSearchParams,
  signature: string | undefined,
): boolean {
  const fields = [...form].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).flat();
  const signed = (address: string) =>
    createHmac('sha1', authToken)
      .update([address, ...fields].join(''))
      .digest('base64');
  return [url, withDefaultPort(url)].some((address) => sameText(signed(address), signature ?? ''));
}

const withDefaultPort = (url: string): string =>
  url.replace(
    /^(https?):\/\/([^/:]+)(?=\/)/,
    (_match, scheme, host) => `${scheme}://${host}:${scheme === 'https' ? 443 : 80}`,
  );
