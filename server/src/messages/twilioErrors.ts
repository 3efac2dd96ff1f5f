import { NotDelivered } from './notDelivered.ts';

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
