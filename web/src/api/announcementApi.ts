import { results } from '@companion/client/api/endpoints';
import { getAnnouncements } from '@companion/contract/announcement';
import { api, query } from './api.ts';

/** Apart from the other calls that read: its code loads with the live stream, after the first screen. */
export const announcementApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAnnouncements: query(build, getAnnouncements, { pick: results }),
  }),
});
