import { getAnnouncements } from '@companion/contract/announcement';
import { api } from './api.ts';
import { query, results } from './endpoints.ts';

/** Apart from the other calls that read: its code loads with the live stream, after the first screen. */
export const announcementApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAnnouncements: query(build, getAnnouncements, { pick: results }),
  }),
});
