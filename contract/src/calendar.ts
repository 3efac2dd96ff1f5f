import * as z from 'zod/mini';
import { DAY } from './constants.ts';
import { defineCall, results } from './defineCall.ts';

/**
 * Calendar apps cannot sign in. They read the agenda at secret addresses, which only a signed-in client gets. Both
 * return iCalendar (RFC 5545) and need no session.
 */
const calendarAddresses = z.object({
  /** The whole agenda, to subscribe to. */
  feed: z.string(),
  /** One item, to import. `{contentId}` is a placeholder for its id. */
  item: z.string(),
});
const readableAddress = z.catch(z.optional(z.string()), undefined);
const readableAddresses = z.object({ feed: readableAddress, item: readableAddress });
/** As the client reads them. A missing address has no link. */
export type CalendarAddresses = z.infer<typeof readableAddresses>;

export const getCalendar = defineCall({
  method: 'GET',
  path: '/calendar',
  caller: 'account',
  silent: true,
  summary: 'The addresses at which calendar apps read the agenda: all of it, or one item.',
  answer: results(calendarAddresses),
  read: results(readableAddresses),
});

/** Where a calendar app reads the saved sessions of one person; null until the person makes it, and once they end it. */
const ownCalendar = results(z.object({ feed: z.nullable(z.string()) }));
const own = { path: '/calendar/own', caller: 'account' } as const;

export const getOwnCalendar = defineCall({
  ...own,
  method: 'GET',
  summary: "The address at which calendar apps read this account's saved sessions; null without one.",
  answer: ownCalendar,
});

export const createOwnCalendar = defineCall({
  ...own,
  method: 'POST',
  status: 201,
  // Each is a write, and nobody replaces an address more often.
  limits: { account: { count: 'own calendar', max: 20, windowMs: DAY } },
  summary: "Makes the address at which calendar apps read this account's saved sessions. An earlier one ends.",
  answer: ownCalendar,
});

export const endOwnCalendar = defineCall({
  ...own,
  path: '/calendar/own/end',
  method: 'POST',
  summary: "Ends the address at which calendar apps read this account's saved sessions.",
});
