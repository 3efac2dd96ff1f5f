import type { Config } from '../platform/readConfig.ts';
import type { Services } from '../platform/services.ts';
import { NotDelivered } from './notDelivered.ts';
import type { Message } from './outbox.ts';
import type { Provider } from './provider.ts';
import { callbackUrl } from './twilioCallback.ts';
import { twilioRejection } from './twilioErrors.ts';

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
      // The status alone decides whether Twilio accepted the message, even if its body cannot be read.
      const answer: unknown = await response.json().catch(() => undefined);
      if (response.ok) return String(field(answer, 'sid') ?? '') || null;
      throw twilioRejection(response.status, Number(field(answer, 'code') ?? Number.NaN), retryAfter(response));
    },
  };

  function formOf(message: Message): Record<string, string> {
    const secondsLeft = Math.ceil((message.expiresAt - now()) / 1000);
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

  /** The header is in seconds or a date (RFC 9110, section 10.2.3). */
  function retryAfter({ headers }: Response): number {
    const value = headers.get('retry-after') ?? '';
    const pause = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now();
    return Math.max(0, pause || 0);
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
