import { EVENT_FILES, type EventInfo, readableEventInfo } from '@companion/contract/event';
import { keepEvent } from '../session/keptEvent.ts';
import { api } from './api.ts';
import { API_HOST } from './server.ts';

/** The address of a file of the event pack, from `EVENT_FILES`. */
export const eventFile = (path: string): string => `${API_HOST}${path}`;

/** The event's own files, which are served next to the API. */
export const eventApi = api.injectEndpoints({
  endpoints: (build) => ({
    getEvent: build.query<EventInfo, void>({
      // Screens work without the event's name, so a failure shows no toast.
      query: () => ({ url: eventFile(EVENT_FILES.info), silent: true }),
      rawResponseSchema: readableEventInfo,
      // Before any screen learns of it: what shows times asks for the zone.
      transformResponse: (event: EventInfo) => {
        keepEvent(event);
        return event;
      },
      onQueryStarted: (_, { queryFulfilled }) => {
        queryFulfilled.catch(() => keepEvent());
      },
    }),
    /** A text of the event as sanitized HTML: `EVENT_FILES.privacyPolicy` or `EVENT_FILES.about`. */
    getEventText: build.query<string, string>({
      query: (path) => ({ url: eventFile(path), responseHandler: readEventText }),
    }),
  }),
});

async function readEventText(response: Response): Promise<string> {
  const text = await response.text();
  // The server sends a part of a page; a captive portal sends a whole one.
  if (response.ok && /^\s*<(?:!doctype|html)/i.test(text)) throw new Error('This is not the text of the event.');
  return text;
}

export const { useGetEventQuery, useGetEventTextQuery } = eventApi;
