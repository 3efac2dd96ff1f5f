import type { AudienceQuestionState } from '@companion/contract/audienceQuestion';
import { CONFIRM_FIRST } from '@companion/contract/constants';
import { unsealId } from '../platform/deriveKeys.ts';
import { reject } from '../platform/domainError.ts';
import { recordChange } from '../platform/recordChange.ts';
import type { Transacting } from '../platform/transact.ts';
import { confirmationRequired } from '../safeguards/safeguardSettings.ts';
import { AUTHOR, countedAudienceQuestions, findQueued } from './audienceQuestionQueries.ts';
import { type Moderated, moderateAudienceQuestions } from './moderateAudienceQuestions.ts';

/**
 * Call it in the transaction in which an account asks the speakers or upvotes. It locks the account, so that what is sent
 * while a moderator blocks it is stored before that, or rejected.
 * @throws DomainError `forbidden` for one that the moderators have blocked, or that must be confirmed first
 */
export async function checkAuthor({ config, db }: Transacting, accountId: string): Promise<{ isConfirmed: boolean }> {
  const account = await db
    .selectFrom('accounts')
    .select(['blocked_at', 'confirmed_at', confirmationRequired.as('confirmation_required')])
    .where('id', '=', accountId)
    .$if(config.databaseUrl !== undefined, (query) => query.forShare())
    .executeTakeFirst();
  if (!account) reject('signedOut', 'Please sign in.');
  const isConfirmed = account.confirmed_at !== null;
  if (account.confirmation_required === 1 && !isConfirmed) reject('forbidden', CONFIRM_FIRST);
  if (account.blocked_at !== null) reject('forbidden', 'The moderators have closed the Q&A for this account.');
  return { isConfirmed };
}

/** An answered question was put to the speaker: it stays. */
const DISMISSIBLE: AudienceQuestionState[] = ['pending', 'shown', 'pinned'];

/**
 * Blocks an author from asking and upvoting, or ends that.
 * @param author as the queue names them
 * @param wanted `isBlocked`: undefined leaves that as it is; `dismisses`: also dismisses the author's questions that wait or are shown
 * @returns all questions of the author, and the states before of those that it has dismissed
 */
export async function moderateAuthor(
  tx: Transacting,
  author: string,
  { isBlocked, dismisses }: { isBlocked?: boolean | undefined; dismisses: boolean },
): Promise<Moderated> {
  const { db } = tx;
  const accountId = unsealId(tx.keys, AUTHOR, author) ?? rejectUnknown();
  const account = await db
    .updateTable('accounts')
    // Also where that stays as it is: it locks the account.
    .set(({ fn, ref, val }) => {
      if (isBlocked === undefined) return { blocked_at: ref('blocked_at') };
      return { blocked_at: isBlocked ? fn.coalesce(ref('blocked_at'), val(tx.now())) : null };
    })
    .where('id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  if (!account) rejectUnknown();
  const asked = await countedAudienceQuestions(db).where('audience_questions.account_id', '=', accountId).execute();
  // None if all of them were dismissed with a flood.
  if (asked.length === 0) return { audienceQuestions: [], before: [] };
  const dismissed = asked.filter(({ state }) => dismisses && DISMISSIBLE.includes(state));
  const given = dismissed.map(({ id }) => ({ id, state: 'dismissed' as const }));
  const { before } = given.length > 0 ? await moderateAudienceQuestions(tx, given) : { before: [] };
  const ids = asked.map(({ id }) => id);
  const audienceQuestions = await findQueued(tx, ids);
  // The queue shows at all of them whether their author is blocked.
  for (const contentId of new Set(asked.map(({ content_id }) => content_id))) {
    await recordChange(tx, 'audienceQuestions', contentId);
  }
  return { audienceQuestions, before };
}

function rejectUnknown(): never {
  reject('notFound', 'There is no such author.');
}
