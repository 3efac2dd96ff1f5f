import * as z from 'zod/mini';
import { defineCall, results } from './defineCall.ts';
import { pictureInfo } from './picture.ts';
import { readableItems, textOrEmpty, textOrNull, textsOrEmpty, time, timeOrNull } from './tolerant.ts';

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

// Made once, as in question.ts.
const type = z.enum(CONTENT_TYPES);
const category = z.enum(CATEGORIES);
export const vote = z.nullable(z.enum(VOTES));
const text = z.nullable(z.string());

export const contentItem = z.object({
  id: z.string(),
  campaignId: z.string(),
  type,
  category,
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
  vote,
  comment: text,
  // Ours (decision 036): where it takes place, who speaks, a sponsor's tier and address, and the picture's size.
  room: text,
  speakerIds: z.array(z.string()),
  tier: text,
  url: text,
  picture: z.nullable(pictureInfo),
  /** Ours: when `comment` was sent, or changed last. Absent without a comment. */
  commentedAt: z.optional(z.string()),
  /** Ours: it was removed from the programme. No more than title, time and room are left of it. Absent if not. */
  removed: z.optional(z.boolean()),
  /** Ours: whether this account has saved the session (decision 069). Absent if not. */
  saved: z.optional(z.boolean()),
  /** Ours: what this account has noted for itself about the session (decision 072). Absent without a note. */
  ownNote: z.optional(z.string()),
});
export type WrittenItem = z.infer<typeof contentItem>;

/** What of an item is each attendee's own; all see the rest. */
const OWN_FIELDS = ['vote', 'comment', 'commentedAt', 'saved', 'ownNote'] as const satisfies (keyof WrittenItem)[];
export type OwnField = (typeof OWN_FIELDS)[number];

const isOwn = ([field]: [string, unknown]) => OWN_FIELDS.some((own) => own === field);

// The same keys with the same values, as Object.fromEntries cannot say.
export const ownPart = <Item extends object>(item: Item) =>
  Object.fromEntries(Object.entries(item).filter(isOwn)) as Pick<Item, OwnField & keyof Item>;
export const sharedPart = <Item extends object>(item: Item) =>
  Object.fromEntries(Object.entries(item).filter((entry) => !isOwn(entry))) as Omit<Item, OwnField>;

/**
 * As the client reads it: only the fields without which an item cannot be shown are required. An unknown category is in no
 * filter; an unknown type has no screen. Not made from the strict schema, which the app would then load, too.
 */
export const readableItem = z.object({
  id: z.string(),
  campaignId: z.string(),
  type,
  category: textOrEmpty,
  title: z.string(),
  subtitle: textOrNull,
  startDate: timeOrNull,
  endDate: timeOrNull,
  sponsor: textOrNull,
  slug: textOrNull,
  body: textOrEmpty,
  vote: z.catch(vote, null),
  comment: textOrNull,
  room: textOrNull,
  speakerIds: textsOrEmpty,
  tier: textOrNull,
  url: textOrNull,
  picture: z.catch(z.nullable(pictureInfo), null),
  commentedAt: z.catch(z.optional(time), undefined),
  removed: z.catch(z.optional(z.boolean()), undefined),
  saved: z.catch(z.optional(z.boolean()), undefined),
  ownNote: z.catch(z.optional(z.string()), undefined),
});
/** An item as the client reads it. */
export type ContentItem = z.infer<typeof readableItem>;

export const getContent = defineCall({
  method: 'GET',
  revalidated: true,
  path: '/public/content',
  caller: 'account',
  summary:
    "The agenda, speakers and sponsors, with this account's own vote, comment and note, and whether it has saved a session.",
  answer: results(z.array(contentItem)),
  read: results(readableItems(readableItem)),
});

export const getRemovedContent = defineCall({
  method: 'GET',
  revalidated: true,
  path: '/public/content/removed',
  caller: 'account',
  summary:
    'What was removed from the programme, such as cancelled sessions, as far as this account has sent something about it: title, time and room, with its own vote, comment and note.',
  answer: results(z.array(contentItem)),
  read: results(readableItems(readableItem)),
});

export const getContentItem = defineCall({
  method: 'GET',
  path: '/public/content/{campaignId}/{contentId}',
  caller: 'account',
  summary: 'One agenda item, speaker or sponsor; of a removed one, what `getRemovedContent` has.',
  answer: results(contentItem),
  read: results(readableItem),
});
