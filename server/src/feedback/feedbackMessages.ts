import { randomUUID } from 'node:crypto';
import { type FeedbackMessage, MESSAGES_PER_PAGE } from '@companion/contract/staff/feedbackMessages';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { type Pause, searchInBatches, searchPage } from '../platform/db/searchTexts.ts';
import { isoTime } from '../platform/time.ts';
import type { Transacting } from '../platform/transact.ts';

/** Stores a message of the feedback form. */
export async function saveFeedback({ db, now }: Transacting, accountId: string, message: string): Promise<void> {
  await db
    .insertInto('feedback')
    .values({ id: randomUUID(), account_id: accountId, message, created_at: now() })
    .execute();
}

/**
 * A page of the messages of the feedback form, the newest first, and how many contain the text.
 * @param page from 1
 */
export async function listFeedbackMessages(
  db: ReadDatabase,
  search: string,
  page: number,
  pause?: Pause,
): Promise<{ messages: FeedbackMessage[]; total: number }> {
  const { rows, total } = await searchPage(messages(db), sought(search), { page, size: MESSAGES_PER_PAGE }, pause);
  return { messages: rows.map(toMessage), total };
}

/** Every message that contains the text, the newest first, some at a time. */
export async function* allFeedbackMessages(db: ReadDatabase, search: string): AsyncGenerator<FeedbackMessage[]> {
  for await (const rows of searchInBatches(messages(db), sought(search), placeOf)) yield rows.map(toMessage);
}

export async function countFeedbackMessages(db: ReadDatabase): Promise<number> {
  const { n } = await db
    .selectFrom('feedback')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

const placeOf = ({ created_at, id }: Row): [number, string] => [created_at, id];

const sought = (search: string) =>
  ({ column: 'message', search, order: { time: 'created_at', id: 'id', direction: 'desc' } }) as const;

const messages = (db: ReadDatabase) => db.selectFrom('feedback').select(['id', 'message', 'created_at']);

type Row = Awaited<ReturnType<ReturnType<typeof messages>['executeTakeFirstOrThrow']>>;

const toMessage = ({ id, message, created_at }: Row): FeedbackMessage => ({
  id,
  text: message,
  sentAt: isoTime(created_at),
});
