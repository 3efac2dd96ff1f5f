import { shareOf } from '@companion/contract/pollFigures';
import type { FeedbackMessage } from '@companion/contract/staff/feedbackMessages';
import type { ItemComment } from '@companion/contract/staff/itemComments';
import type { ItemFigures } from '@companion/contract/staff/itemFigures';
import { csvFile } from './csvRows.ts';

/** Sessions and speakers with their figures, as the console shows them. */
export const writeFiguresCsv = (items: ItemFigures[]): string =>
  csvFile([
    ['Title', 'Kind', 'Starts at (UTC)', 'Room', 'Votes up', 'Votes down', 'Share up', 'Comments', 'Hidden', 'Removed'],
    ...items.map(({ title, kind, startsAt, room, up, down, comments, hidden, isRemoved }) => [
      ...[title, kind, startsAt, room, up, down, up + down > 0 ? `${shareOf(up, up + down)} %` : null],
      ...[comments, hidden, isRemoved],
    ]),
  ]);

/** Comments, without their authors. */
export const writeCommentsCsv = (title: string, comments: ItemComment[]): string =>
  csvFile([
    [title, 'Sent at (UTC)', 'Hidden', 'Note of the staff'],
    ...comments.map(({ text, commentedAt, isHidden, note }) => [text, commentedAt, isHidden, note]),
  ]);

/** Messages of the feedback form, without their authors. */
export const writeMessagesCsv = (messages: FeedbackMessage[]): string =>
  csvFile([['Message', 'Sent at (UTC)'], ...messages.map(({ text, sentAt }) => [text, sentAt])]);
