import { createHmac } from 'node:crypto';
import { sameText } from '../platform/deriveKeys.ts';
import type { Config } from '../platform/readConfig.ts';

/** Where Twilio reports the outcome of a message. */
export const CALLBACK_PATH = '/api/webhooks/twilio/status';

/**
 * The callback address for one message. Twilio signs exactly this address.
 * @returns undefined at localhost, which Twilio cannot reach and rejects (21609)
 */
export function callbackUrl({ appUrl }: Config, messageId: string): string | undefined {
  if (new URL(appUrl).hostname === 'localhost') return undefined;
  return `${appUrl}${CALLBACK_PATH}?message=${encodeURIComponent(messageId)}`;
}

/**
 * Whether Twilio signed this: an HMAC, under the account's token, of the address and all fields sorted by name
 * (twilio.com/docs/usage/security). Twilio may or may not include the default port, so both are accepted.
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
