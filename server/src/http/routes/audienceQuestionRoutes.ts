import { randomUUID } from 'node:crypto';
import {
  createAudienceQuestion,
  getAudienceQuestions,
  getOwnAudienceQuestions,
  upvoteAudienceQuestion,
} from '@companion/contract/audienceQuestion';
import {
  getAudienceQuestionQueue,
  getAudienceQuestionSessions,
  moderateAudienceQuestions as moderate,
  moderateAuthor as moderateOneAuthor,
  putAudienceQuestionsOnStage as putOnStage,
} from '@companion/contract/staff/audienceQuestionQueue';
import type { FastifyRequest } from 'fastify';
import { findAudienceQuestion, listOwnAudienceQuestions } from '../../audienceQuestions/attendeeAudienceQuestions.ts';
import { AudienceQuestionLists } from '../../audienceQuestions/audienceQuestionLists.ts';
import {
  listAudienceQuestionSessions,
  listQueue,
  saveUpvote,
  takesAudienceQuestions,
} from '../../audienceQuestions/audienceQuestionQueries.ts';
import { checkAuthor, moderateAuthor } from '../../audienceQuestions/authors.ts';
import { type Moderated, moderateAudienceQuestions } from '../../audienceQuestions/moderateAudienceQuestions.ts';
import { putAudienceQuestionsOnStage } from '../../audienceQuestions/stageBoard.ts';
import { lockAccount } from '../../identity/accounts/accountQueries.ts';
import type { AuditedChange } from '../../identity/staff/recordAudit.ts';
import { isForeignKeyViolation } from '../../platform/db/constraintViolation.ts';
import { reject } from '../../platform/domainError.ts';
import { type Limit, limit } from '../../platform/limit.ts';
import { HOUR, MINUTE } from '../../platform/time.ts';
import { type Transacting, transact } from '../../platform/transact.ts';
import { standingOf } from '../../safeguards/accountStanding.ts';
import { type Api, handle } from '../handle.ts';
import { limitAccount } from '../limits.ts';
import { limitsByAddress } from '../requestAddress.ts';
import { searchInTurn } from '../searchInTurn.ts';

const NO_ITEM = 'There is no such item.';
const UNKNOWN = 'There is no such question.';

/** Questions from the hall: asked and upvoted by attendees, moderated by the staff. */
export function audienceQuestionRoutes(api: Api): void {
  const { services } = api;
  const { db } = services;

  const lists = new AudienceQuestionLists(services);

  handle(api, getAudienceQuestions, async ({ params, me }) => {
    return (await lists.listFor(me.accountId, params.contentId)) ?? reject('notFound', NO_ITEM);
  });

  handle(api, getOwnAudienceQuestions, async ({ me }) => ({
    results: await listOwnAudienceQuestions(db, me.accountId),
  }));

  handle(api, createAudienceQuestion, async ({ body, me, once, request }) => {
    return once(async (tx) => {
      if (!(await takesAudienceQuestions(tx.db, body.contentId))) reject('notFound', NO_ITEM);
      const { isConfirmed } = await checkAuthor(tx, me.accountId);
      await limitAccount(tx, createAudienceQuestion, me.accountId);
      if (!isConfirmed) {
        for (const { message, ...limited } of limitsOfUnconfirmed(tx, request, me.accountId)) {
          await limit(tx.db, tx.now(), limited, message);
        }
      }
      const id = randomUUID();
      const at = tx.now();
      const asked = { id, account_id: me.accountId, content_id: body.contentId, text: body.text };
      await tx.db
        .insertInto('audience_questions')
        .values({ ...asked, state: 'pending', created_at: at, updated_at: at, standing: standingOf(tx, me.accountId) })
        .execute();
      return { results: (await findAudienceQuestion(tx.db, me.accountId, id)) ?? reject('notFound', UNKNOWN) };
    });
  });

  handle(api, upvoteAudienceQuestion, async ({ params, body, me }) => {
    const { contentId } =
      (await findAudienceQuestion(db, me.accountId, params.audienceQuestionId)) ?? reject('notFound', UNKNOWN);
    const row = { audience_question_id: params.audienceQuestionId, account_id: me.accountId };
    const save = async (tx: Transacting) => {
      if (body.upvoted) await checkAuthor(tx, me.accountId);
      // Locked, because the limit that is counted next names the account, and an erasure must find it.
      else if (!(await lockAccount(tx.db, { id: me.accountId }))) reject('signedOut', 'Please sign in.');
      await limitAccount(tx, upvoteAudienceQuestion, me.accountId);
      await saveUpvote(tx, row, body.upvoted);
    };
    await transact(services, save).catch(async (error: Error) => {
      // Erased since it was found, with its author.
      if (isForeignKeyViolation(error) && !(await findAudienceQuestion(db, me.accountId, params.audienceQuestionId)))
        reject('notFound', UNKNOWN);
      throw error;
    });
    if (!body.upvoted) lists.forget(contentId);
    return {
      results: (await findAudienceQuestion(db, me.accountId, params.audienceQuestionId)) ?? reject('notFound', UNKNOWN),
    };
  });

  handle(api, getAudienceQuestionQueue, async (asked) => {
    const wanted = { ...asked.query, page: Number(asked.query.page ?? 1) };
    return { results: await searchInTurn(asked, wanted.search, (pause) => listQueue(services, wanted, pause)) };
  });

  handle(api, moderate, async ({ body, audited }) => {
    const { audienceQuestions, before } = await audited(
      (tx) => moderateAudienceQuestions(tx, body.audienceQuestions),
      changesOf,
    );
    return { results: audienceQuestions, before };
  });

  handle(api, moderateOneAuthor, async ({ params: { author }, body, audited }) => {
    const { audienceQuestions, before } = await audited(
      (tx) => moderateAuthor(tx, author, body),
      (moderated) => [
        {
          ...{ entity: 'audienceQuestionAuthor', entityId: author, choices: body },
          fields: body.isBlocked === undefined ? [] : ['isBlocked'],
        },
        ...changesOf(moderated),
      ],
    );
    return { results: audienceQuestions, before };
  });

  handle(api, getAudienceQuestionSessions, async () => ({ results: await listAudienceQuestionSessions(db) }));

  handle(api, putOnStage, async ({ params: { contentId }, body, audited }) => {
    const put = async (tx: Transacting) => {
      await putAudienceQuestionsOnStage(tx, contentId, body.isOnStage);
      return listAudienceQuestionSessions(tx.db);
    };
    return {
      results: await audited(put, { entity: 'session', entityId: contentId, fields: ['isOnStage'], choices: body }),
    };
  });
}

/** What an attendee asks who has not confirmed the phone: more is typed by no one during a talk. */
const UNCONFIRMED_AN_HOUR = 3;
/** All of them at one address, and in a hall with one address for thousands. */
const UNCONFIRMED_FROM_ADDRESS = { max: 60, venueMax: 600, window: 5 * MINUTE };

/** Accounts are easily invented: without these limits 200 of them fill the moderators' queue within seconds. */
const limitsOfUnconfirmed = (
  { config }: Pick<Transacting, 'config'>,
  request: FastifyRequest,
  accountId: string,
): (Limit & { message?: string })[] => [
  {
    ...{ key: `audienceQuestion unconfirmed ${accountId}`, max: UNCONFIRMED_AN_HOUR, window: HOUR },
    message: `You can ask ${UNCONFIRMED_AN_HOUR} questions an hour until you have confirmed your phone number.`,
  },
  ...limitsByAddress(config, request, {
    key: (from) => `audienceQuestion unconfirmed from ${from}`,
    ...UNCONFIRMED_FROM_ADDRESS,
  }),
];

/** What the audit log has of a moderation: each question that has changed, with the state that it got. */
const changesOf = ({ audienceQuestions, before }: Moderated): AuditedChange[] =>
  before.map(({ id }) => {
    const { state = null } = audienceQuestions.find((one) => one.id === id) ?? {};
    return { entity: 'audienceQuestion', entityId: id, fields: ['state'], choices: { state } };
  });
