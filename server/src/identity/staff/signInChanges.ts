import { getEvent } from '../../event/eventQueries.ts';
import { enqueue, hasProvider } from '../../messages/outbox.ts';
import { staffChangeMail } from '../../messages/templates.ts';
import { limit } from '../../platform/limit.ts';
import { DAY, HOUR } from '../../platform/time.ts';
import type { Transacting } from '../../platform/transact.ts';
import { endAllStaffSessions, type SignedInMember } from './staffSessions.ts';

/** A thief of a session must not fill the mailbox, in which the mail that matters would not be seen. */
const CHANGES_AN_HOUR = 20;
/** A mail server that is down for longer is noticed by the operator. */
const MAIL_LIFETIME = 2 * DAY;

/**
 * Completes a change of how a member signs in, in its transaction: the other sessions end, since whoever opened them may
 * know what has changed, and the member is mailed. It comes last, under the member's lock.
 * @param what begins a sentence, such as: A passkey was added
 */
export async function completeAccountChange(
  tx: Transacting,
  { id, email, sessionId }: SignedInMember,
  what: string,
  { endsOthers = true } = {},
): Promise<void> {
  if (endsOthers) await endAllStaffSessions(tx.db, id, sessionId);
  await limit(tx.db, tx.now(), { key: `staff account changes of ${id}`, max: CHANGES_AN_HOUR, window: HOUR });
  await mailAccountChange(tx, email, what);
}

/** Mails a member what has changed, when, and what to do if it was someone else. Without a mail server it is left out. */
export async function mailAccountChange(tx: Transacting, email: string, what: string): Promise<void> {
  const { config, db, now } = tx;
  if (!hasProvider(config, 'mail')) return;
  const { name: event, time_zone } = await getEvent(db);
  await enqueue(db, tx, {
    kind: 'mail',
    recipient: email,
    ...staffChangeMail({ event, link: `${config.appUrl}/console`, what, at: timeText(now(), time_zone) }),
    expiresAt: now() + MAIL_LIFETIME,
  });
}

/** In the event's zone, which it names. */
const timeText = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long', timeZone }).format(at);
