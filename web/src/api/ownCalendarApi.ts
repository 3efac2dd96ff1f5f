import { results } from '@companion/client/api/endpoints';
import { createOwnCalendar, endOwnCalendar, getOwnCalendar } from '@companion/contract/calendar';
import { api, mutation, query } from './api.ts';

/** The calendar of what the attendee has saved (decision 069). */
export const { useGetOwnCalendarQuery, useCreateOwnCalendarMutation, useEndOwnCalendarMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    getOwnCalendar: query(build, getOwnCalendar, { pick: results }),
    createOwnCalendar: mutation(build, createOwnCalendar),
    endOwnCalendar: mutation(build, endOwnCalendar),
  }),
});
