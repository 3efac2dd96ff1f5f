import * as z from 'zod/mini';
import { COMMENT_MAX, HOUR } from './constants.ts';
import { VOTES } from './content.ts';
import { defineCall } from './defineCall.ts';
import { requiredText } from './text.ts';

/** What a vote, a comment or a share is about. */
export const itemFields = { campaignId: z.string({ error: 'Required' }), contentId: z.string({ error: 'Required' }) };
export const commentForm = z.object({ comment: requiredText('Required', COMMENT_MAX) });
const commentBody = z.extend(commentForm, itemFields);
export type CommentBody = z.infer<typeof commentBody>;
const voteBody = z.object({ ...itemFields, vote: z.enum(VOTES, { error: 'Must be up or down' }) });
export type VoteBody = z.infer<typeof voteBody>;

const comments = { path: '/public/content/comments', caller: 'account' } as const;
// One on each of a hundred items, changed twice: more than anyone types.
const commentLimits = { account: { count: 'comment', max: 300, windowMs: HOUR } };

export const createComment = defineCall({
  ...comments,
  method: 'POST',
  body: commentBody,
  status: 201,
  limits: commentLimits,
  summary: 'Comments on an item.',
});
export const updateComment = defineCall({
  ...comments,
  method: 'PUT',
  body: commentBody,
  limits: commentLimits,
  summary: 'Changes the comment on an item.',
});

const votes = { path: '/public/content/votes', caller: 'account' } as const;

export const createVote = defineCall({
  ...votes,
  method: 'POST',
  body: voteBody,
  status: 201,
  summary: 'Votes on an item.',
});
export const updateVote = defineCall({
  ...votes,
  method: 'PUT',
  body: voteBody,
  summary: 'Changes the vote on an item.',
});
