import * as z from 'zod/mini';
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
