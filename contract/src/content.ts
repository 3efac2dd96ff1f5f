import * as z from 'zod/mini';
import { COMMENT_MAX, DAY, HOUR } from './constants.ts';
import { anyMessage, defineCall, message, results } from './defineCall.ts';
import { pictureInfo } from './picture.ts';
import { requiredText } from './text.ts';
import { readableItems, textOrEmpty, textOrNull } from './tolerant.ts';

export const CONTENT_TYPES = ['Agenda', 'Speaker'] as const;
/** An event of up to this many days has the filters of §2. A longer one has one filter for each day. */
export const FILTER_DAYS = 2;
/** §3 has two days. Longer events continue the numbers. */
export const DAYS = [
  ...(['Day 1', 'Day 2', 'Day 3', 'Day 4', 'Day 5', 'Day 6', 'Day 7'] as const),
  ...(['Day 8', 'Day 9', 'Day 10', 'Day 11', 'Day 12', 'Day 13', 'Day 14'] as const),
] as const;
export const CATEGORIES = [...DAYS, 'Breakout Sessions', 'Speakers', 'Sponsor'] as const;
export type Category = (typeof CATEGORIES)[number];
export const VOTES = ['up', 'down'] as const;

/** The tiers of /sponsors, in the order they are shown (§2). */
export const SPONSOR_TIERS = [
  'Welcome Dinner + Platinum',
  'Registration + Platinum',
  'Platinum',
  'Event',
  'Gold',
  'Silver',
  'A/V',
] as const;

const text = z.nullable(z.string());

export const contentItem = z.object({
  id: z.string(),
  campaignId: z.string(),
  type: z.enum(CONTENT_TYPES),
  category: z.enum(CATEGORIES),
  title: z.string(),
  subtitle: text,
  /** UTC, ISO 8601. Null for speakers and sponsors. */
  startDate: text,
  endDate: text,
  sponsor: text,
  /** Part of the picture's address: /event/speakers/{slug}, /event/sponsors/{slug}. */
  slug: text,
  /** Sanitized HTML. */
  body: z.string(),
  vote: z.nullable(z.enum(VOTES)),
  comment: text,
  // Ours (decision 036): where it takes place, who speaks, a sponsor's tier and address, and the picture's size.
  room: text,
  speakerIds: z.array(z.string()),
  tier: text,
  url: text,
  picture: z.nullable(pictureInfo),
});
export type WrittenItem = z.infer<typeof contentItem>;

/** Only the fields without which an item cannot be shown are required. An unknown category is in no filter; an unknown type has no screen. */
const readableItem = z.extend(contentItem, {
  category: textOrEmpty,
  subtitle: textOrNull,
  startDate: textOrNull,
  endDate: textOrNull,
  sponsor: textOrNull,
  slug: textOrNull,
  body: textOrEmpty,
  vote: z.catch(z.nullable(z.enum(VOTES)), null),
  comment: textOrNull,
  room: textOrNull,
  speakerIds: z.catch(z.array(z.string()), []),
  tier: textOrNull,
  url: textOrNull,
  picture: z.catch(z.nullable(pictureInfo), null),
});
/** An item as the client reads it. */
export type ContentItem = z.infer<typeof readableItem>;

const item = { campaignId: z.string({ error: 'Required' }), contentId: z.string({ error: 'Required' }) };
export const commentForm = z.object({ comment: requiredText('Required', COMMENT_MAX) });
const commentBody = z.extend(commentForm, item);
export type CommentBody = z.infer<typeof commentBody>;
const voteBody = z.object({ ...item, vote: z.enum(VOTES, { error: 'Must be up or down' }) });
export type VoteBody = z.infer<typeof voteBody>;
const shareBody = z.object({ ...item, to: requiredText('Required', 254) });

export const getContent = defineCall({
  method: 'GET',
  revalidated: true,
  path: '/public/content',
  auth: 'account',
  summary: "The agenda, speakers and sponsors, with this account's own vote and comment.",
  answer: results(z.array(contentItem)),
  read: results(readableItems(readableItem)),
});

export const getContentItem = defineCall({
  method: 'GET',
  path: '/public/content/{campaignId}/{contentId}',
  auth: 'account',
  summary: 'One agenda item, speaker or sponsor.',
  params: z.object({ campaignId: z.string(), contentId: z.string() }),
  answer: results(contentItem),
  read: results(readableItem),
});

const comments = {
  path: '/public/content/comments',
  auth: 'account',
  // One on each of a hundred items, changed twice: more than anyone types.
  limits: { account: { count: 'comment', max: 300, windowMs: HOUR } },
  body: commentBody,
  answer: message,
  read: anyMessage,
} as const;
const votes = {
  path: '/public/content/votes',
  auth: 'account',
  body: voteBody,
  answer: message,
  read: anyMessage,
} as const;

export const createComment = defineCall({ ...comments, method: 'POST', status: 201, summary: 'Comments on an item.' });
export const updateComment = defineCall({ ...comments, method: 'PUT', summary: 'Changes the comment on an item.' });
export const createVote = defineCall({ ...votes, method: 'POST', status: 201, summary: 'Votes on an item.' });
export const updateVote = defineCall({ ...votes, method: 'PUT', summary: 'Changes the vote on an item.' });

const share = {
  method: 'POST',
  auth: 'account',
  // By mail and SMS together (decision 011).
  limits: { account: { count: 'share', max: 10, windowMs: DAY } },
  body: shareBody,
  answer: message,
  read: anyMessage,
  idempotent: true,
} as const;

export const shareMail = defineCall({
  ...share,
  path: '/share/mail',
  summary: 'Mails a link to an item to one recipient.',
});
export const shareSms = defineCall({
  ...share,
  path: '/share/sms',
  summary: 'Texts a link to an item to one recipient.',
});
