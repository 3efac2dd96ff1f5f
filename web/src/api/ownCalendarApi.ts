import { createOwnCalendar, endOwnCalendar, getOwnCalendar } from '@companion/contract/calendar';
import { api } from './api.ts';
import { mutation, query, results } from './endpoints.ts';

/** The calendar of what the attendee has saved (decision 069). */
export const ownCalendarApi = api.injectEndpoints({
  endpoints: (build) => ({
    getOwnCalendar: query(build, getOwnCalendar, { pick: results }),
    createOwnCalendar: mutation(build, createOwnCalendar, { pick: results }),
    endOwnCalendar: mutation(build, endOwnCalendar),
  }),
});
