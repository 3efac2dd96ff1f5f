import * as z from 'zod/mini';
import { defineCall, results, STAFF_ROLES } from '../defineCall.ts';
import { optionalText } from '../text.ts';
import { itemFigures } from './itemFigures.ts';
import { csvFile, pageNumber, searchTerm } from './staffFields.ts';

/** A comment on a session or a speaker, as the staff sees it: without its author (decision 052). */
export const itemComment = z.object({
  /** Of this comment alone: two comments of one person have nothing in common. */
  id: z.string(),
  text: z.string(),
  /** ISO 8601: when it was last sent. */
  commentedAt: z.string(),
  isHidden: z.boolean(),
  /** Whether its author has changed it since it was hidden. */
  isChanged: z.boolean(),
  /** What the staff has noted about it; empty without a note. Attendees and speakers never see it. */
  note: z.string(),
});
export type ItemComment = z.infer<typeof itemComment>;

export const COMMENTS_PER_PAGE = 50;
export const NOTE_MAX = 500;

const filter = {
  /** Part of the text. */
  search: searchTerm,
  hidden: z.optional(z.enum(['yes', 'no'])),
};

export const getItemComments = defineCall({
  method: 'GET',
  path: '/staff/items/{contentId}/comments',
  caller: STAFF_ROLES,
  summary: 'The figures of a session or speaker, and its comments, the newest first.',
  query: z.object({ ...filter, page: pageNumber }),
  answer: results(z.object({ item: itemFigures, comments: z.array(itemComment), total: z.int() })),
});

/** A comment in the stream of all: with the session or speaker that it is on. */
export const listedComment = z.extend(itemComment, { contentId: z.string(), title: z.string() });
export type ListedComment = z.infer<typeof listedComment>;

/** A session or speaker that has comments. */
const commentedItem = z.pick(itemFigures, { id: true, title: true, startsAt: true, comments: true });

export const getComments = defineCall({
  method: 'GET',
  path: '/staff/comments',
  caller: STAFF_ROLES,
  summary: 'The comments on all sessions and speakers, the newest first, and what they are on.',
  query: z.object({ ...filter, contentId: z.optional(z.string().check(z.maxLength(200))), page: pageNumber }),
  answer: results(z.object({ comments: z.array(listedComment), total: z.int(), items: z.array(commentedItem) })),
});

export const exportItemComments = defineCall({
  method: 'GET',
  path: '/staff/items/{contentId}/comments.csv',
  caller: STAFF_ROLES,
  summary: 'The comments on a session or speaker as CSV.',
  query: z.object(filter),
  answer: csvFile,
});

/** A field that is absent stays as it is. */
export const commentModeration = z
  .object({ isHidden: z.optional(z.boolean()), note: optionalText(NOTE_MAX) })
  .check(z.refine(({ isHidden, note }) => isHidden !== undefined || note !== undefined, 'Nothing would change'));
export type CommentModeration = z.infer<typeof commentModeration>;

export const moderateComment = defineCall({
  method: 'PUT',
  path: '/staff/items/{contentId}/comments/{commentId}',
  caller: STAFF_ROLES,
  summary: 'Hides a comment, shows it again, or notes something about it. Its text stays.',
  body: commentModeration,
  answer: results(itemComment),
});
