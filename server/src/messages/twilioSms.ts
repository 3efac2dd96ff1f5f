import type { Config } from '../platform/config.ts';
import type { Services } from '../platform/services.ts';
import type { Carrier } from './carrier.ts';
import { NotDelivered } from './notDelivered.ts';
import type { Message } from './outbox.ts';
import { callbackUrl } from './twilioCallback.ts';
import { twilioRefusal } from './twilioErrors.ts';

const TIMEOUT = 10_000;
/** Twilio's own bound, in seconds. */
const LONGEST_VALIDITY = 36_000;

/** Texts through Twilio's REST interface. */
export function twilioSms(twilio: NonNullable<Config['twilio']>, { config, now }: Services): Carrier {
  const { accountSid, authToken, from, apiUrl } = twilio;
  const url = `${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  return {
    atOnce: 50,
    deliver: async (message) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization, accept: 'application/json' },
        body: new URLSearchParams(formOf(message)),
        // Basic auth must not follow to another place.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT),
      }).catch((error: unknown) => {
        throw new NotDelivered('temporary', `Twilio was not reached: ${causeOf(error)}`);
      });
      // Its status alone says whether it was taken: an answer that breaks off changes nothing about that.
      const answer: unknown = await response.json().catch(() => undefined);
      if (response.ok) return String(field(answer, 'sid') ?? '') || null;
      throw twilioRefusal(response.status, Number(field(answer, 'code') ?? Number.NaN), retryAfter(response));
    },
  };

  function formOf(message: Message): Record<string, string> {
    const secondsLeft = Math.ceil((message.expiresAt - now()) / 1000);
    const callback = callbackUrl(config, message.id);
    return {
      To: message.recipient,
      ...(from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }),
      Body: message.text,
      // A code that died in Twilio's queue is wanted as little as one that died in ours.
      ValidityPeriod: String(Math.min(LONGEST_VALIDITY, Math.max(1, secondsLeft))),
      ...(callback ? { StatusCallback: callback } : {}),
    };
  }

  /** In seconds, or as a date: RFC 9110, section 10.2.3. */
  function retryAfter({ headers }: Response): number {
    const value = headers.get('retry-after') ?? '';
    const pause = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now();
    return Math.max(0, pause || 0);
  }
}

const field = (answer: unknown, name: string): unknown =>
  typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined;

/** A code such as ECONNREFUSED or TimeoutError: never a message, which may repeat what was sent. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}
