import { type CalendarAddresses, getCalendar } from '@companion/contract/calendar';
import { api } from './api.ts';
import { request } from './request.ts';

export const calendarApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCalendar: build.query<CalendarAddresses, void>({
      query: () => request(getCalendar),
      rawResponseSchema: getCalendar.read,
      transformResponse: ({ results }: { results: CalendarAddresses }) => results,
    }),
  }),
});

export const { useGetCalendarQuery } = calendarApi;
