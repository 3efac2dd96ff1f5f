import { type ContentItem, getContent, getContentItem } from '@companion/contract/content';
import { api } from './api.ts';
import { request } from './request.ts';

export const contentApi = api.injectEndpoints({
  endpoints: (build) => ({
    getContent: build.query<ContentItem[], void>({
      query: () => request(getContent),
      rawResponseSchema: getContent.answer,
      transformResponse: ({ results }: { results: ContentItem[] }) => results,
      providesTags: ['Content'],
    }),
    getContentItem: build.query<ContentItem, { campaignId: string; contentId: string }>({
      query: (params) => request(getContentItem, { params }),
      rawResponseSchema: getContentItem.answer,
      transformResponse: ({ results }: { results: ContentItem }) => results,
      providesTags: ['Content'],
    }),
  }),
});

export const { useGetContentQuery, useGetContentItemQuery } = contentApi;
