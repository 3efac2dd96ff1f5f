import { type FeedbackMessage, MESSAGES_PER_PAGE } from '@companion/contract/staff/feedbackMessages';
import { containsText } from '../platform/db/containsText.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { readInBatches } from '../platform/db/readInBatches.ts';
import { readPage } from '../platform/db/readPage.ts';
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
  const { rows, total } = await readPage(messages(db, search), { page, size: MESSAGES_PER_PAGE });
  return { messages: rows.map(toMessage), total };
}

/** Every message that contains the text, the newest first, some at a time. */
export async function* allFeedbackMessages(db: ReadDatabase, search: string): AsyncGenerator<FeedbackMessage[]> {
  const order = { time: 'created_at', id: 'id', direction: 'desc', placeOf } as const;
  const batches = readInBatches(order, (follows, limit) => messages(db, search).where(follows).limit(limit).execute());
  for await (const rows of batches) yield rows.map(toMessage);
}

const placeOf = ({ created_at, id }: Row): [number, string] => [created_at, id];

const messages = (db: ReadDatabase, search: string) =>
  db
    .selectFrom('feedback')
    .select(['id', 'message', 'created_at'])
    .$if(search !== '', (rows) => rows.where(containsText('message', search)))
    .orderBy('created_at', 'desc')
    .orderBy('id');

type Row = Awaited<ReturnType<ReturnType<typeof messages>['executeTakeFirstOrThrow']>>;

const toMessage = ({ id, message, created_at }: Row): FeedbackMessage => ({
  ...{ id, text: message, sentAt: isoTime(created_at) },
});
