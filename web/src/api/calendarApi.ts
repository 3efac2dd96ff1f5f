import { results } from '@companion/client/api/endpoints';
import { getCalendar } from '@companion/contract/calendar';
import { api } from './api.ts';
import { query } from './endpoints.ts';

export const calendarApi = api.injectEndpoints({
  endpoints: (build) => ({ getCalendar: query(build, getCalendar, { pick: results }) }),
});

export const { useGetCalendarQuery } = calendarApi;
