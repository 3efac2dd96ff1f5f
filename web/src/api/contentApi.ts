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
    // A vote is one tap, and people leave right after it. Several may follow each other: castVote says when the lists
    // are out of date.
    createVote: mutation(build, createVote, { keepalive: true }),
    updateVote: mutation(build, updateVote, { keepalive: true }),
  }),
});

export const { useGetContentQuery, useGetContentItemQuery, useCreateCommentMutation, useUpdateCommentMutation } =
  contentApi;
