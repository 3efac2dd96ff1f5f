import { getContent, getContentItem, getRemovedContent, type WrittenItem } from '@companion/contract/content';
import type { Call } from '@companion/contract/defineCall';
import { createComment, createVote, updateComment, updateVote } from '@companion/contract/itemFeedback';
import { saveOwnNote } from '@companion/contract/ownNote';
import { saveSession } from '@companion/contract/savedSession';
import { ContentListCache } from '../../content/contentListCache.ts';
import { findContentItem, listRemovedContent } from '../../content/contentQueries.ts';
import { commentWriter, savedSessionWriter, voteWriter } from '../../content/itemWriters.ts';
import { saveOwnNote as storeOwnNote } from '../../content/ownNotes.ts';
import type { OwnVotesAndCommentsCache } from '../../content/ownVotesAndCommentsCache.ts';
import { lockAccount } from '../../identity/accounts/accountQueries.ts';
import type { LiveHub } from '../../live/liveHub.ts';
import { reject } from '../../platform/domainError.ts';
import { type Transacting, transact } from '../../platform/transact.ts';
import { type Api, handle } from '../handle.ts';
import { limitAccount } from '../limits.ts';

const UNKNOWN = 'There is no such item.';
const NO_SESSION = 'There is no such session.';
const THANKS = { message: 'Thank you for your feedback.' };

export function contentRoutes(
  api: Api,
  { hub, votesAndComments }: { hub: LiveHub; votesAndComments: OwnVotesAndCommentsCache },
): void {
  const { services } = api;
  const { db, now } = services;
  const list = new ContentListCache(services, (accountId) => votesAndComments.of(accountId));
  hub.on('agenda', () => list.forget());
  const saveVote = voteWriter(services);
  const saveComment = commentWriter(services);
  const writeSaved = savedSessionWriter(services);

  handle(api, getContent, ({ me }) => list.listFor(me.accountId));

  handle(api, getRemovedContent, async ({ me }) => ({ results: await listRemovedContent(db, me.accountId) }));

  handle(api, getContentItem, async ({ params, me }) => {
    const item = await findContentItem(db, me.accountId, params);
    const isAsked = ({ id, campaignId }: WrittenItem) => id === params.contentId && campaignId === params.campaignId;
    return {
      results: item ?? (await listRemovedContent(db, me.accountId)).find(isAsked) ?? reject('notFound', UNKNOWN),
    };
  });

  // The first is a create and a later one a change (§4), but a client that lost an answer cannot know which it is:
  // either leaves one row with the last value (decision 032).
  for (const call of [createVote, updateVote]) {
    handle(api, call, async ({ body, me }) => {
      if (!(await list.has(body))) reject('notFound', UNKNOWN);
      const vote = { ...me, contentId: body.contentId, value: body.vote, now: now() };
      await saveVote(vote).finally(() => votesAndComments.changed(me.accountId));
      return THANKS;
    });
  }
  for (const call of [createComment, updateComment]) {
    handle(api, call, async ({ body, me }) => {
      if (!(await list.has(body))) reject('notFound', UNKNOWN);
      await countTowardsLimit(call, me.accountId);
      const comment = { ...me, contentId: body.contentId, value: body.comment, now: now() };
      await saveComment(comment).finally(() => votesAndComments.changed(me.accountId));
      return THANKS;
    });
  }

  handle(api, saveSession, async ({ body, me }) => {
    if (!(await list.hasSession(body))) reject('notFound', NO_SESSION);
    await countTowardsLimit(saveSession, me.accountId);
    const saved = { ...me, contentId: body.contentId, value: body.saved ? (1 as const) : (0 as const), now: now() };
    await writeSaved(saved).finally(() => votesAndComments.changed(me.accountId));
    return { message: body.saved ? 'The session is saved.' : 'The session is no longer saved.' };
  });

  handle(api, saveOwnNote, async ({ body, me }) => {
    if (!(await list.hasSession(body))) reject('notFound', NO_SESSION);
    const written = transact(services, async (tx) => {
      await countInside(tx, saveOwnNote, me.accountId);
      return storeOwnNote(tx, { ...me, ...body });
    });
    const note = await written.finally(() => votesAndComments.changed(me.accountId));
    return { results: { note } };
  });

  /** The count commits before what is written, which an erased account can no longer have, and would stay for a day. */
  const countTowardsLimit = (call: Pick<Call, 'limits'>, accountId: string): Promise<void> =>
    transact(services, (tx) => countInside(tx, call, accountId));

  async function countInside(tx: Transacting, call: Pick<Call, 'limits'>, accountId: string): Promise<void> {
    if (!(await lockAccount(tx.db, { id: accountId }))) reject('signedOut', 'Please sign in.');
    await limitAccount(tx, call, accountId);
  }
}
