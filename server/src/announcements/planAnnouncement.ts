import { randomUUID } from 'node:crypto';
import {
  ANNOUNCEMENT_LONGEST_DAYS,
  ANNOUNCEMENT_UNDO_MS,
  type AnnouncementForm,
  SMS_WITHOUT_COUNT,
} from '@companion/contract/staff/announcements';
import { getEvent } from '../event/eventQueries.ts';
import { instantOf, isDate } from '../event/zonedTime.ts';
import { hasProvider, rejectKind } from '../messages/outbox.ts';
import { KINDS } from '../messages/provider.ts';
import type { AnnouncementRow, SendingKind } from '../platform/db/announcementSchema.ts';
import { reject, rejectFields } from '../platform/domainError.ts';
import { recordChange } from '../platform/recordChange.ts';
import { DAY } from '../platform/time.ts';
import type { Transacting } from '../platform/transact.ts';
import { checkAudience, countAudience, findAgendaSession } from './audiences.ts';

const SENT = 'This announcement has been sent or taken back already.';
const CHANGED =
  'Another member has changed this announcement in the meantime. Look at it below; save again to replace it.';

type Planned = Omit<AnnouncementRow, 'id' | 'created_by' | 'created_at' | 'updated_at' | 'cancelled_at'>;

/** Plans an announcement. @returns its id */
export async function planAnnouncement(tx: Transacting, form: AnnouncementForm, staffId: string): Promise<string> {
  const id = randomUUID();
  const at = tx.now();
  const row = { id, ...(await check(tx, form)), created_by: staffId, created_at: at, updated_at: at };
  await tx.db
    .insertInto('announcements')
    .values({ ...row, cancelled_at: null })
    .execute();
  await setSendings(tx, id, form);
  await recordChange(tx, 'announcements', id);
  return id;
}

/**
 * @param version that the form began with; undefined if that is not known
 * @throws DomainError `conflict` once it is sent, since what people have read does not change, or if it was edited since
 */
export async function editAnnouncement(
  tx: Transacting,
  id: string,
  { version, ...form }: AnnouncementForm & { version?: number | undefined },
): Promise<void> {
  const before = await lockAnnouncement(tx, id);
  if (before.cancelled_at !== null || before.sends_at <= tx.now()) reject('conflict', SENT);
  if (version !== undefined && version !== before.updated_at) reject('conflict', CHANGED);
  const row = await check(tx, form);
  await tx.db
    .updateTable('announcements')
    // Each edit has another version, also within a millisecond.
    .set({ ...row, updated_at: Math.max(tx.now(), before.updated_at + 1) })
    .where('id', '=', id)
    .execute();
  await tx.db.deleteFrom('announcement_sendings').where('announcement_id', '=', id).execute();
  await setSendings(tx, id, form);
  await recordChange(tx, 'announcements', id);
}

/** Lets one change of an announcement, or one batch of its messages, proceed at a time, on every node. */
export async function lockAnnouncement(tx: Pick<Transacting, 'db'>, id: string): Promise<AnnouncementRow> {
  return (await lockAnnouncementIfAny(tx, id)) ?? reject('notFound', 'There is no such announcement.');
}

/** Like {@link lockAnnouncement}; undefined if there is none. */
export const lockAnnouncementIfAny = (
  { db }: Pick<Transacting, 'db'>,
  id: string,
): Promise<AnnouncementRow | undefined> =>
  db
    .updateTable('announcements')
    .set((column) => ({ id: column.ref('id') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

async function setSendings({ db }: Transacting, id: string, form: Pick<AnnouncementForm, 'mail' | 'sms'>) {
  // To phones whose owner has allowed it, it is pushed always.
  const kinds: SendingKind[] = [...KINDS.filter((kind) => form[kind]), 'push'];
  const rows = kinds.map((kind) => ({ announcement_id: id, kind, done_at: null }));
  await db.insertInto('announcement_sendings').values(rows).execute();
}

/** @throws DomainError `invalid` with a message for each field that is wrong */
async function check(tx: Transacting, form: AnnouncementForm): Promise<Planned> {
  const { db, config, now } = tx;
  const audience = { audience: form.audience, audience_value: form.audienceValue ?? '' };
  await checkAudience(db, audience);
  const contentId = form.contentId || null;
  if (contentId && !(await findAgendaSession(db, contentId))) rejectFields({ contentId: 'There is no such session' });
  for (const kind of KINDS) if (form[kind] && !hasProvider(config, kind)) rejectKind(kind);

  const { time_zone: zone } = await getEvent(db);
  const earliest = now() + ANNOUNCEMENT_UNDO_MS;
  const sendsAt = form.sendsAt ? timeOf(zone, 'sendsAt', form.sendsAt) : earliest;
  // A form shows no seconds: the minute that is now means now.
  if (sendsAt < now() - 60_000) rejectFields({ sendsAt: 'Must not be in the past' });
  const endsAt = timeOf(zone, 'endsAt', form.endsAt);
  if (endsAt <= Math.max(sendsAt, earliest)) rejectFields({ endsAt: 'Must be after it is sent' });
  if (endsAt > sendsAt + ANNOUNCEMENT_LONGEST_DAYS * DAY) {
    rejectFields({ endsAt: `Must be within ${ANNOUNCEMENT_LONGEST_DAYS} days` });
  }
  if (form.sms) {
    const { sms: people } = await countAudience(db, audience);
    if (people > SMS_WITHOUT_COUNT && form.smsPeople !== people) {
      rejectFields({ smsPeople: `Must be the number of people who get a text message: ${people}` });
    }
  }
  return {
    ...audience,
    title: form.title ?? '',
    text: form.text,
    content_id: contentId,
    sends_at: Math.max(sendsAt, earliest),
    ends_at: endsAt,
  };
}

/** The instant of a time on the clocks of the event. */
function timeOf(zone: string, field: 'sendsAt' | 'endsAt', text: string): number {
  const [date = '', time = ''] = text.split('T');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const instant = isDate(date) && hours < 24 && minutes < 60 ? instantOf(zone, date, { hours, minutes }) : undefined;
  return instant ?? rejectFields({ [field]: 'There is no such time' });
}
