import type { Kysely } from 'kysely';
import type { Database } from '../platform/db/schema.ts';
import { DomainError } from '../platform/domainError.ts';
import { count, type Limit } from '../platform/limit.ts';
import type { Config } from '../platform/readConfig.ts';
import type { Services } from '../platform/services.ts';
import { DAY, MINUTE } from '../platform/time.ts';

/** How many mails a day one mailbox gets from all senders together. Their sender may not own the mailbox. */
const TO_ONE_MAILBOX = { share: 3, 'email proof': 5, activation: 5, 'password reset': 5 };
type LimitedMail = keyof typeof TO_ONE_MAILBOX;

/** Mails that have a daily budget while their sender has proved neither phone nor e-mail. */
export const UNPROVED_MAILS = ['share', 'email proof', 'password reset'] as const;
type UnprovedMail = (typeof UNPROVED_MAILS)[number];

/** The mailbox behind the spellings of an address. Use it for counting only: not all providers treat dots and tags alike. */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split(/@(?=[^@]*$)/);
  const name = local.replace(/(?<=.)\+.*$/, '');
  if (domain === 'gmail.com' || domain === 'googlemail.com') return `${name.replaceAll('.', '')}@gmail.com`;
  return `${name}@${domain}`;
}

/**
 * Counts one more mail to a mailbox. Run it in the transaction that puts the mail into the outbox.
 * @returns undefined within the limit; over it, the milliseconds until the next mail is allowed
 */
export function countMailTo(
  db: Kysely<Database>,
  now: number,
  kind: LimitedMail,
  address: string,
): Promise<number | undefined> {
  // The mailbox comes last: erasing a person finds their counts by it.
  return count(db, now, { key: `${kind} to ${mailboxOf(address)}`, max: TO_ONE_MAILBOX[kind], window: DAY });
}

/** The same as {@link countMailTo}, and at most one mail a minute. */
export async function countPacedMailTo(
  db: Kysely<Database>,
  now: number,
  kind: LimitedMail,
  address: string,
): Promise<number | undefined> {
  const pause = { key: `${kind} pause ${mailboxOf(address)}`, max: 1, window: MINUTE };
  return (await count(db, now, pause)) ?? (await countMailTo(db, now, kind, address));
}

/** How many mails all nodes may send in 24 hours for senders who have proved neither phone nor e-mail. */
export const unprovedMailLimit = ({ unprovedMailsADay }: Config, kind: UnprovedMail): Limit => ({
  key: `mail budget ${kind}`,
  max: unprovedMailsADay,
  window: DAY,
});

/** @returns undefined within the budget; once it is spent, the milliseconds until it is renewed */
export function spendMailBudget(
  db: Kysely<Database>,
  { config, now }: Pick<Services, 'config' | 'now'>,
  kind: UnprovedMail,
): Promise<number | undefined> {
  return count(db, now(), unprovedMailLimit(config, kind));
}

export function rejectMail(wait: number): never {
  throw new DomainError('unavailable', 'We cannot send e-mail at the moment.', { retryAfterMs: wait });
}
