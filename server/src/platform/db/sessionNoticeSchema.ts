import { type Kysely, sql } from 'kysely';
import { accountId } from './identitySchema.ts';
import { flag, type Row, table, text, time } from './table.ts';

/** The migration of decision 071. */
export const TOLD_OF_CHANGES = '0007_told_of_changes';

const contentId = () => text().references('content.id');

/**
 * What people are told about the sessions that they have saved (decision 071). The conventions are those of
 * `schema.ts`.
 */
export const sessionNoticeSchema = {
  /** Each session as those who saved it know it: from the first time that it is seen, or as they were told last. */
  told_sessions: table(
    {
      content_id: contentId().primaryKey(),
      starts_at: time().nullable(),
      ends_at: time().nullable(),
      room: text().nullable(),
      hidden: flag(),
    },
    TOLD_OF_CHANGES,
  ),

  /** What is told about a session, once for all who saved it. */
  session_notices: table(
    {
      /** Made of what it tells, so that two nodes that find the same make one. */
      id: text().primaryKey(),
      kind: text<'moved' | 'cancelled' | 'restored' | 'reminder'>(),
      content_id: contentId(),
      title: text(),
      /** In words, with times on the event's clocks. */
      text: text(),
      created_at: time(),
      /** From then on no phone shows it, and no push of it is sent. */
      ends_at: time().indexed(),
      /** The last account that was looked at: the next batch begins after it. */
      after_account: text().default(''),
      /** When all were told. */
      done_at: time().nullable(),
    },
    TOLD_OF_CHANGES,
  ).index(['created_at'], { name: 'under_way', where: 'done_at is null' }),

  /** One notice to one person: the key keeps a second one away. */
  told_notices: table(
    { account_id: accountId(), notice_id: text().references('session_notices.id', 'cascade'), created_at: time() },
    TOLD_OF_CHANGES,
  ).primaryKey('account_id', 'notice_id'),

  /** What a person wants to be told; without a row, all of it. */
  notice_settings: table(
    {
      account_id: accountId().primaryKey(),
      /** Of saved sessions: that they have moved or were cancelled, and that they begin. */
      changes: flag(),
      reminders: flag(),
      /** Whether announcements are pushed: in the app they are there for everyone. */
      announcements: flag(),
      updated_at: time(),
    },
    TOLD_OF_CHANGES,
  ),
};

export type SessionNotice = Row<(typeof sessionNoticeSchema)['session_notices']>;

/** People know the sessions as they are: what changes from now on is told. */
export async function fillToldSessions(db: Kysely<unknown>): Promise<void> {
  await sql`insert into told_sessions (content_id, starts_at, ends_at, room, hidden)
    select id, starts_at, ends_at, room, hidden from content where type = 'Agenda'`.execute(db);
}
