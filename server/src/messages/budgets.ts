import type { Kysely } from 'kysely';
import type { Database } from '../platform/db/schema.ts';
import { DomainError } from '../platform/domainError.ts';
import { count, type Limit, readCount } from '../platform/limit.ts';
import type { Config } from '../platform/readConfig.ts';
import type { Services } from '../platform/services.ts';
import { DAY } from '../platform/time.ts';

/** The purposes of SMS. Each has a budget of its own, so that no other can use up that of sign-ins. */
export const SMS_PURPOSES = ['sign-in', 'invitation', 'share', 'announcement'] as const;
export type SmsPurpose = (typeof SMS_PURPOSES)[number];

/** The share of a day's sign-in SMS that is reserved for phones that were proved or came with a ticket, and known devices. */
const RESERVED = 0.25;

/** How many SMS all nodes together may send in 24 hours. */
export const smsBudgetOf = (config: Config, purpose: SmsPurpose): { key: string; max: number; window: number } => ({
  key: `sms budget ${purpose}`,
  max: {
    'sign-in': config.smsADay,
    invitation: config.smsInvitationsADay,
    share: config.smsSharesADay,
    announcement: config.smsAnnouncementsADay,
  }[purpose],
  window: DAY,
});

/** How many of them may go to phones that were only entered in a registration: anyone can invent many. */
export const newPhonesBudgetOf = (config: Config): { key: string; max: number; window: number } => ({
  key: 'sms budget sign-in of new phones',
  window: DAY,
  max: Math.ceil(config.smsADay * (1 - RESERVED)),
});

/**
 * Counts one more SMS. Run it in the transaction that puts the SMS into the outbox.
 * @throws DomainError `unavailable` with the time to wait once the budget is spent
 */
export async function spendSmsBudget(
  db: Kysely<Database>,
  { config, now }: Pick<Services, 'config' | 'now'>,
  purpose: SmsPurpose,
  toNewPhone = false,
): Promise<void> {
  const ofNewPhones = toNewPhone ? await count(db, now(), newPhonesBudgetOf(config)) : undefined;
  const wait = ofNewPhones ?? (await count(db, now(), smsBudgetOf(config, purpose)));
  if (wait === undefined) return;
  throw new DomainError('unavailable', 'We cannot send text messages at the moment.', { retryAfterMs: wait });
}

/** How many more SMS may be sent now. */
export async function smsBudgetLeft(
  { config, db, now }: Services,
  purpose: SmsPurpose,
  toNewPhone = false,
): Promise<number> {
  const budgets = [smsBudgetOf(config, purpose), ...(toNewPhone ? [newPhonesBudgetOf(config)] : [])];
  const left = await Promise.all(budgets.map(async (budget) => budget.max - (await readCount(db, now(), budget))));
  return Math.max(0, Math.min(...left));
}

/** How many mails a day one mailbox gets from all senders together. Their sender may not own the mailbox. */
const TO_ONE_MAILBOX = { share: 3, 'email proof': 5, activation: 5, 'password reset': 5 };
type LimitedMail = keyof typeof TO_ONE_MAILBOX;

/** Mails that have a daily budget while their sender has proved neither phone nor e-mail. */
export const UNPROVED_MAILS = ['share', 'email proof', 'password reset'] as const;
type UnprovedMail = (typeof UNPROVED_MAILS)[number];

/** The mailbox behind the spellings of an address. Use it for counting only: not all providers treat dots and tags alike. */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split(/@(?=[^@]*$)/);
  const name = local.replace(/(?<=.)\+.*$/s, '');
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

/** How many mails all nodes may send in 24 hours for senders who have proved neither phone nor e-mail. */
export const unprovedMailLimit = ({ unprovedMailsADay }: Config, kind: UnprovedMail): Limit => ({
  key: `mail budget ${kind}`,
  max: unprovedMailsADay,
  window: DAY,
});

export function rejectMail(wait: number): never {
  throw new DomainError('unavailable', 'We cannot send e-mail at the moment.', { retryAfterMs: wait });
}
