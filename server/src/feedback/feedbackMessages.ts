import { type FeedbackMessage, MESSAGES_PER_PAGE } from '@companion/contract/staff/feedbackMessages';
import { containsText } from '../platform/db/containsText.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { isoTime } from '../platform/time.ts';

/**
 * A page of the messages of the feedback form, the newest first, and how many contain the text.
 * @param page from 1
 */
export async function listFeedbackMessages(
  db: ReadDatabase,
  search: string,
  page: number,
): Promise<{ messages: FeedbackMessage[]; total: number }> {
  const found = messagesWith(db, search);
  const { total } = await found
    .clearSelect()
    .select((by) => by.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await newestFirst(found)
    .limit(MESSAGES_PER_PAGE)
    .offset((page - 1) * MESSAGES_PER_PAGE)
    .execute();
  return { messages: rows.map(toMessage), total };
}

/** Every message that contains the text, the newest first. */
export async function allFeedbackMessages(db: ReadDatabase, search: string): Promise<FeedbackMessage[]> {
  return (await newestFirst(messagesWith(db, search)).execute()).map(toMessage);
}

const messagesWith = (db: ReadDatabase, search: string) =>
  db
    .selectFrom('feedback')
    .select(['id', 'message', 'created_at'])
    .$if(search !== '', (rows) => rows.where(containsText('message', search)));

const newestFirst = (rows: ReturnType<typeof messagesWith>) => rows.orderBy('created_at', 'desc').orderBy('id');

type Row = Awaited<ReturnType<ReturnType<typeof messagesWith>['executeTakeFirstOrThrow']>>;

const toMessage = ({ id, message, created_at }: Row): FeedbackMessage => ({
  ...{ id, text: message, sentAt: isoTime(created_at) },
});
