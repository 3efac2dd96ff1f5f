import {
  type CommentBody,
  type ContentItem,
  createComment,
  createVote,
  getContent,
  getContentItem,
  updateComment,
  updateVote,
  type VoteBody,
} from '@companion/contract/content';
import { api } from './api.ts';
import { request } from './request.ts';

export const contentApi = api.injectEndpoints({
  endpoints: (build) => ({
    getContent: build.query<ContentItem[], void>({
      query: () => request(getContent),
      rawResponseSchema: getContent.read,
      transformResponse: ({ results }: { results: ContentItem[] }) => results,
      providesTags: ['Content'],
    }),
    getContentItem: build.query<ContentItem, { campaignId: string; contentId: string }>({
      query: (params) => request(getContentItem, { params }),
      rawResponseSchema: getContentItem.read,
      transformResponse: ({ results }: { results: ContentItem }) => results,
      providesTags: ['Content'],
    }),
    createComment: build.mutation<{ message: string }, CommentBody>({
      query: (body) => request(createComment, { body }),
      rawResponseSchema: createComment.read,
      invalidatesTags: ['Content'],
    }),
    updateComment: build.mutation<{ message: string }, CommentBody>({
      query: (body) => request(updateComment, { body }),
      rawResponseSchema: updateComment.read,
      invalidatesTags: ['Content'],
    }),
    // A vote is one tap, and people leave right after it: `keepalive` lets the request outlive the page.
    // Whoever sends one says when the lists are out of date, for several may follow each other.
    createVote: build.mutation<{ message: string }, VoteBody>({
      query: (body) => ({ ...request(createVote, { body }), keepalive: true }),
      rawResponseSchema: createVote.read,
    }),
    updateVote: build.mutation<{ message: string }, VoteBody>({
      query: (body) => ({ ...request(updateVote, { body }), keepalive: true }),
      rawResponseSchema: updateVote.read,
    }),
  }),
});

export const { useGetContentQuery, useGetContentItemQuery, useCreateCommentMutation, useUpdateCommentMutation } =
  contentApi;
