import { answerQuestion } from '@companion/contract/answer';
import {
  type AudienceQuestion,
  createAudienceQuestion,
  upvoteAudienceQuestion,
} from '@companion/contract/audienceQuestion';
import type { ContentItem } from '@companion/contract/content';
import { sendFeedback } from '@companion/contract/feedback';
import { createComment, createVote, updateComment, updateVote } from '@companion/contract/itemFeedback';
import { getAccount, updateAccount } from '@companion/contract/ownAccount';
import { saveOwnNote } from '@companion/contract/ownNote';
import type { Question } from '@companion/contract/question';
import { saveSession } from '@companion/contract/savedSession';
import type { Profile } from '@companion/contract/session';
import { answerText } from '../api/answerText.ts';
import { api, cachedQueries } from '../api/api.ts';
import { readApi } from '../api/readApi.ts';
import { storeEditedProfile } from '../api/storeSession.ts';
import { savedIntent } from '../device/pendingWrite.ts';
import type { Argument, QueueStore, Read, WriteResult } from './queuedCall.ts';
import { queuedMutation } from './tabQueue.ts';

/* Every call that may wait for the network, with how the queue sends it (decision 039). */

/** From here, so that the queue knows how to send each of them. */
export { queueOf } from './tabQueue.ts';

interface OfItem {
  campaignId: string;
  contentId: string;
}

// What a waiting write is about: its form, its draft and its item find it by this.
export const voteIntent = ({ campaignId, contentId }: OfItem): string => ['vote', campaignId, contentId].join(':');
export const commentIntent = ({ campaignId, contentId }: OfItem): string =>
  ['comment', campaignId, contentId].join(':');
export const noteIntent = ({ campaignId, contentId }: OfItem): string => ['note', campaignId, contentId].join(':');
export const answerIntent = ({ campaignId, questionId }: { campaignId: string; questionId: string }): string =>
  ['answer', campaignId, questionId].join(':');
export const audienceQuestionIntent = (contentId: string): string => `audienceQuestion:${contentId}`;
export const upvoteIntent = (audienceQuestionId: string): string => `upvote:${audienceQuestionId}`;
export const FEEDBACK_INTENT = 'feedback';
/** An edit of the profile's fields, or the completion of a survey. */
const profileIntent = ({ preEventComplete, postEventComplete }: Partial<ProfileChanges>): string =>
  preEventComplete ? 'preEventComplete' : postEventComplete ? 'postEventComplete' : 'edit';

/** Something that was read before, for the list of unsent writes; empty if it is not in the cache. */
function readItem(state: unknown, endpointNames: readonly string[], id: unknown): Record<string, unknown> {
  for (const entry of Object.values(cachedQueries(state))) {
    const { endpointName, data } = Object(entry);
    if (!endpointNames.includes(endpointName)) continue;
    const found = [data].flat().find((one) => Object(one).id === id);
    if (found) return found;
  }
  return {};
}

const titleOfItem = ({ contentId }: Pick<OfItem, 'contentId'>, state: unknown): string =>
  String(readItem(state, ['getContent', 'getContentItem'], contentId).title ?? '');

function readQuestion(questionId: string, state: unknown): Question | undefined {
  const found = readItem(state, ['getQuestions', 'getQuestion'], questionId);
  // Both calls read questions.
  return found.id === questionId ? (found as unknown as Question) : undefined;
}

/** Puts the server's answer into the list that was read before. */
function showStoredAudienceQuestion(
  { results: stored }: { results: AudienceQuestion },
  _: unknown,
  { dispatch }: QueueStore,
): void {
  const { contentId, id } = stored;
  const update = readApi.util.updateQueryData('getAudienceQuestions', { contentId }, (audienceQuestions) => {
    const index = audienceQuestions.findIndex((audienceQuestion) => audienceQuestion.id === id);
    audienceQuestions.splice(index < 0 ? audienceQuestions.length : index, 1, stored);
  });
  // RTK Query types the state as unknown: the store is made with the API's cache.
  dispatch(update as never);
}

/** What another device has noted may be in it, too. */
function showStoredNote(
  { results: { note } }: { results: { note: string } },
  about: OfItem,
  { dispatch }: QueueStore,
): void {
  const show = (item: ContentItem) => void Object.assign(item, { ownNote: note || undefined });
  const { updateQueryData } = readApi.util;
  for (const update of [
    updateQueryData('getContent', undefined, (items) =>
      items.filter((item) => item.id === about.contentId).forEach(show),
    ),
    updateQueryData('getContentItem', { campaignId: about.campaignId, contentId: about.contentId }, show),
  ]) {
    // As above.
    dispatch(update as never);
  }
}

/** The fields of a profile that its owner has changed, or the flag of a survey. */
type ProfileChanges = Pick<Profile, 'id'> & Partial<Profile>;

/** The fields of an account as a form sends them. */
export const editableFields = (account: Profile) => ({
  firstName: account.firstName,
  lastName: account.lastName,
  email: account.email,
  // Saving another field must not cancel a pending phone change.
  phone: account.pendingPhone ?? account.phone,
  organizationName: account.organizationName,
  organizationType: account.organizationType,
});

/**
 * The call sends all fields (§7). Those not changed here may have been changed elsewhere, so they are read as late as
 * possible. A survey's flag is sent alone.
 */
async function completeProfile({ id, ...changes }: Argument, read: Read): Promise<WriteResult> {
  if (Object.keys(changes).every((name) => name === 'preEventComplete' || name === 'postEventComplete')) {
    return { data: { id, ...changes } };
  }
  const latest = await read(getAccount, { id });
  if (latest.error) return latest;
  // Read by the contract's schema.
  const { results } = latest.data as { results: Profile };
  return { data: { id, ...editableFields(results), ...changes } };
}

// Attendees often leave the page right after voting, so the request outlives it. The list is not fetched again.
const votes = { intent: voteIntent, label: titleOfItem, keepalive: true };
const comments = { intent: commentIntent, label: titleOfItem, invalidates: ['Content'] as const };

export const queuedApi = api.injectEndpoints({
  endpoints: (build) => ({
    createVote: queuedMutation(build, 'createVote', createVote, votes),
    updateVote: queuedMutation(build, 'updateVote', updateVote, votes),
    createComment: queuedMutation(build, 'createComment', createComment, comments),
    updateComment: queuedMutation(build, 'updateComment', updateComment, comments),
    saveSession: queuedMutation(build, 'saveSession', saveSession, {
      intent: savedIntent,
      label: titleOfItem,
      keepalive: true,
    }),
    saveOwnNote: queuedMutation(build, 'saveOwnNote', saveOwnNote, {
      intent: noteIntent,
      label: titleOfItem,
      onStored: showStoredNote,
    }),
    // The questions are not read again: what was read shows the answer, and a hall answers within seconds.
    answerQuestion: queuedMutation(build, 'answerQuestion', answerQuestion, {
      intent: answerIntent,
      // The first answer counts, and may have reached the server already.
      isRepeatable: true,
      label: ({ questionId }, state) => readQuestion(questionId, state)?.question ?? '',
      chosen: ({ questionId, answers }, state) => {
        const asked = readQuestion(questionId, state);
        return asked && answerText(asked, answers);
      },
    }),
    createAudienceQuestion: queuedMutation(build, 'createAudienceQuestion', createAudienceQuestion, {
      intent: ({ contentId }) => audienceQuestionIntent(contentId),
      isRepeatable: true,
      label: titleOfItem,
      onStored: showStoredAudienceQuestion,
    }),
    upvoteAudienceQuestion: queuedMutation(build, 'upvoteAudienceQuestion', upvoteAudienceQuestion, {
      intent: ({ audienceQuestionId }) => upvoteIntent(audienceQuestionId),
      label: ({ audienceQuestionId }, state) =>
        String(readItem(state, ['getAudienceQuestions'], audienceQuestionId).text ?? ''),
      // Attendees often leave the page right after it.
      keepalive: true,
      onStored: showStoredAudienceQuestion,
    }),
    sendFeedback: queuedMutation(build, 'sendFeedback', sendFeedback, {
      intent: () => FEEDBACK_INTENT,
      isRepeatable: true,
    }),
    updateAccount: queuedMutation<typeof updateAccount, ProfileChanges>(build, 'updateAccount', updateAccount, {
      intent: profileIntent,
      // A new number is proved by a code at once, and an activation signs in.
      mayWait: ({ phone, registrationComplete }) => phone === undefined && registrationComplete === undefined,
      complete: completeProfile,
      onStored: storeEditedProfile,
      invalidates: ['Account'],
    }),
  }),
});

export const {
  useCreateCommentMutation,
  useUpdateCommentMutation,
  useSaveOwnNoteMutation,
  useAnswerQuestionMutation,
  useCreateAudienceQuestionMutation,
  useUpvoteAudienceQuestionMutation,
  useSendFeedbackMutation,
  useUpdateAccountMutation,
} = queuedApi;
