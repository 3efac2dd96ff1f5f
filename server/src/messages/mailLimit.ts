import type { Kysely } from 'kysely';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/db/schema.ts';
import { DomainError } from '../platform/errors.ts';
import { count, type Limit } from '../platform/limit.ts';
import type { Services } from '../platform/services.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Mails that somebody can cause to a mailbox that may be another's: how many a day to one mailbox, from everybody. */
const TO_ONE_MAILBOX = { share: 3, 'email proof': 5, activation: 5, 'password reset': 5 };
type StrangersMail = keyof typeof TO_ONE_MAILBOX;

/** Of these the server sends only so many a day while nothing is proved of who causes them. */
export const UNPROVED_MAILS = ['share', 'email proof', 'password reset'] as const;
type UnprovedMail = (typeof UNPROVED_MAILS)[number];

/** The mailbox behind the spellings of an address, for counting alone: not all providers agree, and some ignore dots. */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split(/@(?=[^@]*$)/);
  const name = local.replace(/(?<=.)\+.*$/, '');
  if (domain === 'gmail.com' || domain === 'googlemail.com') return `${name.replaceAll('.', '')}@gmail.com`;
  return `${name}@${domain}`;
}

/**
 * Counts one more mail to a mailbox; run it in the transaction that puts it into the outbox.
 * @returns how long until it may be mailed again, in milliseconds, when that was too many; undefined when it was not
 */
export function countMailTo(
  db: Kysely<Database>,
  now: number,
  kind: StrangersMail,
  address: string,
): Promise<number | undefined> {
  // The name comes last: an erasure finds a person's counts by it.
  return count(db, now, { key: `${kind} to ${mailboxOf(address)}`, most: TO_ONE_MAILBOX[kind], window: DAY });
}

/** The same, and no two within a minute. */
export async function countPacedMailTo(
  db: Kysely<Database>,
  now: number,
  kind: StrangersMail,
  address: string,
): Promise<number | undefined> {
  const pause = { key: `${kind} pause ${mailboxOf(address)}`, most: 1, window: MINUTE };
  return (await count(db, now, pause)) ?? (await countMailTo(db, now, kind, address));
}

/** How many mails may leave in 24 hours that nobody with a proved phone or address stands for, from all nodes. */
export const unprovedMailLimit = ({ unprovedMailsADay }: Config, kind: UnprovedMail): Limit => ({
  key: `mail budget ${kind}`,
  most: unprovedMailsADay,
  window: DAY,
});

/** @returns how long until the budget is renewed, when it is spent */
export function takeFromMailBudget(
  db: Kysely<Database>,
  { config, now }: Pick<Services, 'config' | 'now'>,
  kind: UnprovedMail,
): Promise<number | undefined> {
  return count(db, now(), unprovedMailLimit(config, kind));
}

export function refuseMail(wait: number): never {
  throw new DomainError('unavailable', 'We cannot send e-mail at the moment.', { retryAfterMs: wait });
}
