import {
  createComment,
  createVote,
  getContent,
  getContentItem,
  updateComment,
  updateVote,
} from '@companion/contract/content';
import { api } from './api.ts';
import { mutation, query, results } from './endpoints.ts';

export const contentApi = api.injectEndpoints({
  endpoints: (build) => ({
    getContent: query(build, getContent, { pick: results, provides: ['Content'] }),
    getContentItem: query(build, getContentItem, { pick: results, provides: ['Content'] }),
    createComment: mutation(build, createComment, { invalidates: ['Content'] }),
    updateComment: mutation(build, updateComment, { invalidates: ['Content'] }),
    // Attendees often leave the page right after voting, so the request outlives it. Several votes may follow each
    // other: castVote invalidates the lists when needed.
    createVote: mutation(build, createVote, { keepalive: true }),
    updateVote: mutation(build, updateVote, { keepalive: true }),
  }),
});

export const { useGetContentQuery, useGetContentItemQuery, useCreateCommentMutation, useUpdateCommentMutation } =
  contentApi;
