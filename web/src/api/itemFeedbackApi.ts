import { createComment, createVote, updateComment, updateVote } from '@companion/contract/itemFeedback';
import { api } from './api.ts';
import { queuedMutation } from './queue/queuedMutation.ts';
import { readItem } from './queue/readItem.ts';

interface OfItem {
  campaignId: string;
  contentId: string;
}

export const titleOfItem = ({ contentId }: Pick<OfItem, 'contentId'>, state: unknown): string =>
  String(readItem(state, ['getContent', 'getContentItem'], contentId).title ?? '');

/** What the waiting vote, or the waiting comment, on an item is about. */
export const voteIntent = ({ campaignId, contentId }: OfItem): string => ['vote', campaignId, contentId].join(':');
export const commentIntent = ({ campaignId, contentId }: OfItem): string =>
  ['comment', campaignId, contentId].join(':');

// Attendees often leave the page right after voting, so the request outlives it. The list is not fetched again.
const votes = { intent: voteIntent, label: titleOfItem, keepalive: true };
const comments = { intent: commentIntent, label: titleOfItem, invalidates: ['Content'] as const };

export const itemFeedbackApi = api.injectEndpoints({
  endpoints: (build) => ({
    createComment: queuedMutation(build, 'createComment', createComment, comments),
    updateComment: queuedMutation(build, 'updateComment', updateComment, comments),
    createVote: queuedMutation(build, 'createVote', createVote, votes),
    updateVote: queuedMutation(build, 'updateVote', updateVote, votes),
  }),
});

export const { useCreateCommentMutation, useUpdateCommentMutation } = itemFeedbackApi;
