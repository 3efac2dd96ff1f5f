import * as z from 'zod/mini';
import { defineCall, results, STAFF_ROLES } from '../defineCall.ts';
import { saveFigures } from './sessionSaves.ts';
import { csvFile, pageNumber, searchTerm } from './staffFields.ts';

/** What attendees vote and comment on in the app. */
export const RATED_KINDS = ['session', 'speaker'] as const;
export type RatedKind = (typeof RATED_KINDS)[number];

/** An item with its votes and comments in figures (decision 052). */
export const itemFigures = z.object({
  id: z.string(),
  kind: z.enum(RATED_KINDS),
  title: z.string(),
  /** ISO 8601; null for speakers. */
  startsAt: z.nullable(z.string()),
  room: z.nullable(z.string()),
  /** Whether the event no longer has the item. */
  isRemoved: z.boolean(),
  up: z.int(),
  down: z.int(),
  /** Of them, those of confirmed accounts. */
  confirmedUp: z.int(),
  confirmedDown: z.int(),
  /** How many comments it has, and how many of them are hidden. */
  comments: z.int(),
  hidden: z.int(),
  ...saveFigures,
  /** How many people its room holds; null if the event does not say. */
  capacity: z.nullable(z.int()),
});
export type ItemFigures = z.infer<typeof itemFigures>;

/** In which order: of time, of the title, most votes, best and worst share of votes up, most comments first. */
export const ITEM_ORDERS = ['time', 'title', 'votes', 'best', 'worst', 'comments'] as const;
export type ItemOrder = (typeof ITEM_ORDERS)[number];

export const ITEMS_PER_PAGE = 50;

const filter = {
  /** Words, each of which is part of the title or the room. */
  search: searchTerm,
  kind: z.optional(z.enum(RATED_KINDS)),
  order: z.optional(z.enum(ITEM_ORDERS)),
};

export const getItemFigures = defineCall({
  method: 'GET',
  path: '/staff/items',
  caller: STAFF_ROLES,
  summary: 'The sessions and speakers with their votes and comments in figures, at most some seconds old.',
  query: z.object({ ...filter, page: pageNumber }),
  answer: results(z.object({ items: z.array(itemFigures), total: z.int() })),
});

export const exportItemFigures = defineCall({
  method: 'GET',
  path: '/staff/items.csv',
  caller: STAFF_ROLES,
  summary: 'The same as CSV, without pages.',
  query: z.object(filter),
  answer: csvFile,
});
