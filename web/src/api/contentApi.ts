import { getContent, getContentItem } from '@companion/contract/content';
import { api } from './api.ts';
import { query, results } from './endpoints.ts';
import { overlaid } from './queue/overlaid.ts';
import { overlays } from './queue/overlays.ts';

export const contentApi = api.injectEndpoints({
  endpoints: (build) => ({
    getContent: query(build, getContent, { pick: results, provides: ['Content'] }),
    getContentItem: query(build, getContentItem, { pick: results, provides: ['Content'] }),
  }),
});

export const useGetContentQuery = overlaid(contentApi.useGetContentQuery, overlays.getContent);
export const useGetContentItemQuery = overlaid(contentApi.useGetContentItemQuery, overlays.getContentItem);
