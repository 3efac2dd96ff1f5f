import { selectedTable, text, time } from './archiveTable.ts';

/** What the organizer announced, and to whom it was mailed and texted. */
export const announcementTables = [
  selectedTable({
    name: 'announcements',
    about: 'Announcements, also those that were taken back.',
    columns: {
      announcement_id: text('Identifies the announcement.', 'announcements.id'),
      title: text('As the staff wrote it; may be empty.', 'announcements.title'),
      text: text('As the staff wrote it.'),
      content_id: text('The session that it leads to, see content; empty without one.'),
      audience: text(
        'all; organizationType: those of one type; session: those who have voted or commented on a session, or asked there.',
      ),
      audience_value: text('The organization type, or the content_id of the session; empty for all.'),
      sends_at: time('When it was sent, or would have been.'),
      ends_at: time('Until when phones showed it.'),
      cancelled_at: time('When it was taken back before it was sent; empty if it was sent.'),
      created_by: text('The name of the member of the staff.', 'staff.name'),
      created_at: time('When it was planned.', 'announcements.created_at'),
    },
    query: ({ db, byBytes }) =>
      db
        .selectFrom('announcements')
        .leftJoin('staff', 'staff.id', 'announcements.created_by')
        .orderBy('sends_at')
        .orderBy('announcements.id', byBytes),
  }),

  selectedTable({
    name: 'announcement_messages',
    about: 'Announcements by mail and by SMS; one row per message.',
    columns: {
      announcement_id: text('See announcements.'),
      kind: text('sms or mail.'),
      account_id: text('See accounts.'),
      handed_over_at: time('When it was put into the outbox.', 'created_at'),
    },
    query: ({ db, byBytes }) =>
      db
        .selectFrom('announcement_messages')
        .orderBy('announcement_id', byBytes)
        .orderBy('kind', byBytes)
        .orderBy('account_id', byBytes),
  }),
];
