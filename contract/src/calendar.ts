import * as z from 'zod/mini';
import { call, results } from './call.ts';

/**
 * Calendar programs cannot sign in: they read the agenda at addresses that only those who have a session are told.
 * Both are iCalendar (RFC 5545); whoever has one of them needs no session.
 */
const calendarAddresses = z.object({
  /** The whole agenda, to subscribe to. */
  feed: z.string(),
  /** One item, to import; `{contentId}` stands for its id. */
  item: z.string(),
});
const readableAddress = z.catch(z.optional(z.string()), undefined);
const readableAddresses = z.object({ feed: readableAddress, item: readableAddress });
/** As the client reads them: an address that is missing has no link. */
export type CalendarAddresses = z.infer<typeof readableAddresses>;

export const getCalendar = call({
  method: 'GET',
  path: '/calendar',
  auth: 'account',
  silent: true,
  summary: 'Where calendar programs find the agenda, whole and item by item.',
  answer: results(calendarAddresses),
  read: results(readableAddresses),
});
