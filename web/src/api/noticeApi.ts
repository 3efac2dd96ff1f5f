import {
  endPushDevice,
  getNoticeSettings,
  saveNoticeSettings,
  savePushDevice,
} from '@companion/contract/noticeSettings';
import { api } from './api.ts';
import { mutation, query, results } from './endpoints.ts';

/** What the attendee wants to be told, and whether this phone is pushed to (decision 071). */
export const noticeApi = api.injectEndpoints({
  endpoints: (build) => ({
    getNoticeSettings: query(build, getNoticeSettings, { pick: results }),
    saveNoticeSettings: mutation(build, saveNoticeSettings),
    savePushDevice: mutation(build, savePushDevice),
    endPushDevice: mutation(build, endPushDevice),
  }),
});
