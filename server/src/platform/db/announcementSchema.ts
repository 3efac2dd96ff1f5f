import type { AnnouncementAudience } from '@companion/contract/staff/announcements';
import { accountId } from './identitySchema.ts';
import { flag, type Row, table, text, time } from './table.ts';

const PROGRAMME = '0004_programme';
const announcementId = () => text().references('announcements.id', 'cascade');
/** What an announcement is sent by, beside being shown. Pushes are counted nowhere: phones may refuse them. */
export type SendingKind = 'sms' | 'mail' | 'push';

const kind = () => text<SendingKind>();

/** The tables of announcements (decision 066). The conventions are those of `schema.ts`. */
export const announcementSchema = {
  announcements: table(
    {
      id: text().primaryKey(),
      /** May be empty. */
      title: text(),
      text: text(),
      /** The session that it leads to. */
      content_id: text().references('content.id').nullable(),
      audience: text<AnnouncementAudience>(),
      /** The organization type, or the id of the session; empty for all. */
      audience_value: text(),
      /** Nothing leaves the server before. */
      sends_at: time(),
      /** From then on no phone shows it, and no message of it is sent. */
      ends_at: time().indexed(),
      /** When it was taken back, before it was sent. */
      cancelled_at: time().nullable(),
      created_by: text().references('staff.id', 'cascade'),
      created_at: time().indexed(),
      updated_at: time(),
    },
    PROGRAMME,
  ),

  /** How far the messages of one kind are: one row for each kind that an announcement is sent by. */
  announcement_sendings: table(
    {
      announcement_id: announcementId(),
      kind: kind(),
      /** The last account that was looked at: the next batch begins after it. */
      after_account: text().default(''),
      next_batch_at: time().default(0),
      /** When all were put into the outbox, or the rest was stopped. */
      done_at: time().nullable(),
      is_stopped: flag().default(0),
    },
    PROGRAMME,
  )
    .primaryKey('announcement_id', 'kind')
    .index(['kind'], { name: 'under_way', where: 'done_at is null' }),

  /** One message of an announcement to one person: the key keeps a second one away. */
  announcement_messages: table(
    {
      announcement_id: announcementId(),
      kind: kind(),
      account_id: accountId().indexed(),
      /** The outbox forgets a message after a month. */
      outbox_id: text(),
      created_at: time(),
    },
    PROGRAMME,
  ).primaryKey('announcement_id', 'kind', 'account_id'),

  /** Who wants no announcements by mail. */
  announcement_opt_outs: table({ account_id: accountId().primaryKey(), created_at: time() }, PROGRAMME),
};

export type AnnouncementRow = Row<(typeof announcementSchema)['announcements']>;
