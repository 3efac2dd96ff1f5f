import { shareOf } from '@companion/contract/pollFigures';
import type { FeedbackMessage } from '@companion/contract/staff/feedbackMessages';
import type { ItemComment } from '@companion/contract/staff/itemComments';
import type { ItemFigures } from '@companion/contract/staff/itemFigures';
import type { CsvRow } from './csvRows.ts';

/** Sessions and speakers with their figures, as the console shows them. */
export async function* figuresAsRows(items: ItemFigures[]): AsyncGenerator<CsvRow[]> {
  yield [
    [
      'Title',
      'Kind',
      'Starts at (UTC)',
      'Room',
      'Votes up',
      'Votes down',
      'Share up',
      'Confirmed up',
      'Confirmed down',
      'Comments',
      'Hidden',
      'Saved',
      'Confirmed saved',
      'Room holds',
      'Removed',
    ],
    ...items.map(({ title, kind, startsAt, room, up, down, ...item }) => [
      ...[title, kind, startsAt, room, up, down, up + down > 0 ? `${shareOf(up, up + down)}%` : null],
      ...[item.confirmedUp, item.confirmedDown, item.comments, item.hidden],
      ...[item.saves, item.confirmedSaves, item.capacity, item.isRemoved],
    ]),
  ];
}

/** Comments, without their authors. */
export async function* commentsAsRows(title: string, batches: AsyncIterable<ItemComment[]>): AsyncGenerator<CsvRow[]> {
  yield [[title, 'Sent at (UTC)', 'Hidden', 'Note of the staff']];
  for await (const comments of batches) {
    yield comments.map(({ text, commentedAt, isHidden, note }) => [text, commentedAt, isHidden, note]);
  }
}

/** Messages of the feedback form, without their authors. */
export async function* messagesAsRows(batches: AsyncIterable<FeedbackMessage[]>): AsyncGenerator<CsvRow[]> {
  yield [['Message', 'Sent at (UTC)']];
  for await (const messages of batches) yield messages.map(({ text, sentAt }) => [text, sentAt]);
}
