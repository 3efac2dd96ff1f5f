import { results } from '@companion/client/api/endpoints';
import { getContent, getContentItem } from '@companion/contract/content';
import { overlaid, overlays } from '../session/overlays.ts';
import { api } from './api.ts';
import { query } from './endpoints.ts';

export const contentApi = api.injectEndpoints({
  endpoints: (build) => ({
    getContent: query(build, getContent, { pick: results, provides: ['Content'] }),
    getContentItem: query(build, getContentItem, { pick: results, provides: ['Content'] }),
  }),
});

export const useGetContentQuery = overlaid(contentApi.useGetContentQuery, overlays.getContent);
export const useGetContentItemQuery = overlaid(contentApi.useGetContentItemQuery, overlays.getContentItem);
