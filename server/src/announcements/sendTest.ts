import { toE164 } from '@companion/contract/usPhone';
import { getEvent } from '../event/eventQueries.ts';
import type { SignedInMember } from '../identity/staff/staffSessions.ts';
import { enqueue } from '../messages/outbox.ts';
import { rejectFields } from '../platform/domainError.ts';
import { limit } from '../platform/limit.ts';
import { HOUR } from '../platform/time.ts';
import type { Transacting } from '../platform/transact.ts';
import { announcementMail, announcementSms, linkOf } from './announcementText.ts';

/** More than anyone needs, and fewer than annoy whose number was typed. */
const MAX_AN_HOUR = 10;

interface Test {
  kind: 'mail' | 'sms';
  title?: string | undefined;
  text: string;
  contentId?: string | undefined;
  phone?: string | undefined;
}

/** Sends one message as an announcement would be sent: by mail to the member, by SMS to the number that was typed. */
export async function sendTest(tx: Transacting, test: Test, member: SignedInMember): Promise<void> {
  const { db, now } = tx;
  const phone = toE164(test.phone ?? '');
  if (test.kind === 'sms' && !phone) rejectFields({ phone: 'Invalid Phone Number' });
  const tests = { key: `announcement test ${member.id}`, max: MAX_AN_HOUR, window: HOUR };
  await limit(db, now(), tests, 'Please wait before another test.');
  const said = { title: test.title ?? '', text: test.text, content_id: test.contentId || null };
  const event = await getEvent(db);
  const link = await linkOf(tx, db, said);
  await enqueue(db, tx, {
    kind: test.kind,
    ...(test.kind === 'sms'
      ? { recipient: phone ?? '', subject: null, text: announcementSms(event, said, link) }
      : { recipient: member.email, ...announcementMail(tx, event, said, { link }) }),
    expiresAt: now() + HOUR,
    purpose: 'announcement',
  });
}
