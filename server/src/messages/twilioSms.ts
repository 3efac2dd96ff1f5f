import { readRetryAfter } from '@companion/contract/retryAfter';
import type { Config } from '../platform/readConfig.ts';
import type { Services } from '../platform/services.ts';
import type { Message } from './outbox.ts';
import { NotDelivered, type Provider } from './provider.ts';
import { callbackUrl } from './twilioCallback.ts';

const TIMEOUT_MS = 10_000;
/** Twilio's maximum. */
const MAX_VALIDITY_SECONDS = 36_000;

/** Sends SMS through Twilio's REST API. */
export function twilioSms(twilio: NonNullable<Config['twilio']>, { config, now }: Services): Provider {
  const { accountSid, authToken, from, apiUrl } = twilio;
  const url = `${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  return {
    concurrency: 50,
    deliver: async (message) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization, accept: 'application/json' },
        body: new URLSearchParams(formOf(message)),
        // A redirect would send the credentials to another host.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: unknown) => {
        throw new NotDelivered('temporary', `Twilio could not be reached: ${causeOf(error)}`);
      });
      const answer: unknown = await response.json().catch(() => undefined);
      const sid = String(field(answer, 'sid') ?? '') || null;
      // 201 says that it is accepted, even if the body cannot be read.
      if (response.status === 201 || (response.ok && sid)) return sid;
      // Of a proxy, or of a network that wants a sign-in.
      if (response.ok) throw new NotDelivered('temporary', `the answer (HTTP ${response.status}) is not Twilio's`);
      throw twilioRejection(
        response.status,
        Number(field(answer, 'code') ?? Number.NaN),
        readRetryAfter(response.headers.get('retry-after'), now()) ?? 0,
      );
    },
  };

  function formOf(message: Message): Record<string, string> {
    const secondsLeft = Math.ceil((message.expires_at - now()) / 1000);
    const callback = callbackUrl(config, message.id);
    return {
      To: message.recipient,
      ...(from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }),
      Body: message.text,
      // A message that has expired in Twilio's queue must not be delivered either.
      ValidityPeriod: String(Math.min(MAX_VALIDITY_SECONDS, Math.max(1, secondsLeft))),
      ...(callback ? { StatusCallback: callback } : {}),
    };
  }
}

const field = (answer: unknown, name: string): unknown =>
  typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined;

/** A code such as ECONNREFUSED or TimeoutError. An error's message may repeat what was sent, so it is left out. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}

/** The owner of the phone has answered STOP. */
export const STOP_CODE = '21610';
/**
 * The phone cannot receive texts or has unsubscribed (twilio.com/docs/api/errors). 21211, 21217 not a number; 21214, 30003, 30004, 30005 not reachable; 21610 unsubscribed; 21614, 21635, 30006 not a mobile phone.
 */
const RECIPIENT = new Set([21211, 21214, 21217, 21610, 21614, 21635, 30003, 30004, 30005, 30006]);
/** Too many requests, or a full queue. */
const TEMPORARY = new Set([20429, 21611, 30001]);
/** What the operator has to correct, and where. */
const SETTINGS = new Map([
  ...[20003, 20005, 20404, 30002].map((code) => [code, 'TWILIO_ACCOUNT_SID or TWILIO_AUTH_TOKEN'] as const),
  ...[21603, 21606, 21659, 21660, 21661, 21701, 21703, 21704, 21705].map((code) => [code, 'TWILIO_FROM'] as const),
  ...[21408].map((code) => [code, "the account's geographic permissions at Twilio"] as const),
  ...[21609].map((code) => [code, 'APP_URL: Twilio must be able to reach it'] as const),
]);

export const isRecipientFault = (code: number): boolean => RECIPIENT.has(code);

/**
 * Classifies an error of Twilio.
 * @param code the code in its error body; NaN without one
 * @param retryAfter in milliseconds
 */
export function twilioRejection(status: number, code: number, retryAfter: number): NotDelivered {
  const reason = Number.isNaN(code) ? `Twilio answered HTTP ${status}` : `Twilio answered ${code} (HTTP ${status})`;
  const more = Number.isNaN(code) ? { retryAfter } : { code: String(code), retryAfter };
  if (status === 429 || status >= 500 || TEMPORARY.has(code)) return new NotDelivered('temporary', reason, more);
  if (RECIPIENT.has(code)) return new NotDelivered('recipient', reason, more);
  const place = SETTINGS.get(code) ?? (status === 400 ? undefined : 'the TWILIO_ settings');
  if (place) return new NotDelivered('settings', `${reason}; see ${place}`, more);
  return new NotDelivered('message', `${reason}; see https://www.twilio.com/docs/api/errors/${code}`, more);
}
