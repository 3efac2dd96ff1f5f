import { isDeepStrictEqual } from 'node:util';
import {
  type answerFields,
  answerProblems,
  chosenTexts,
  POLL_CLOSED,
  QUESTION_CHANGED,
} from '@companion/contract/answer';
import { CONFIRM_FIRST } from '@companion/contract/constants';
import { CLOSING_GRACE_MS } from '@companion/contract/live';
import type { Question } from '@companion/contract/question';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { z } from 'zod/mini';
import { compiledOnce } from '../platform/db/compiledOnce.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Database } from '../platform/db/schema.ts';
import { reject, rejectFields } from '../platform/domainError.ts';
import type { Services } from '../platform/services.ts';
import { MINUTE } from '../platform/time.ts';
import { autocommit } from '../platform/transact.ts';
import { standingOf } from '../safeguards/accountStanding.ts';
import { type Closing, type StoredState, stateAt } from './pollState.ts';
import type { QuestionKey, QuestionReader } from './questionQueries.ts';

const UNKNOWN = 'There is no such question.';
const ANSWERED = 'You have already answered this question.';

/** @throws DomainError `invalid` */
const rejectChanged = (): never => reject('invalid', QUESTION_CHANGED, { answers: QUESTION_CHANGED });

/**
 * Makes the function that takes an account's answer to a question: it stores the answer if it counts, or finds it stored
 * already. The function returns the question to show next, if there is one.
 * It throws a DomainError if the answer does not count.
 */
export function answerTaker(
  services: Pick<Services, 'config' | 'db' | 'now'>,
  questions: QuestionReader,
): (accountId: string, given: z.output<typeof answerFields>) => Promise<string | undefined> {
  const { config, db, now } = services;
  const saveAnswer = answerWriter(services);
  return async (accountId, given) => {
    const at = now();
    // Choices have no order: [3,1] sent again as [1,3] is the same answer.
    const answer = { answers: given.answers.toSorted(), comment: given.comment ?? '' };
    const findStored = () => findStoredAnswer(db, accountId, given.questionId, answer);
    const asked = await questions.find(accountId, given, at);
    if (!asked) {
      // Its first reply may have been lost before the question was archived.
      if ((await findStored()) === 'this') return undefined;
      return reject('notFound', UNKNOWN);
    }
    const errors = answerProblems(asked.question, given);
    if (errors) rejectFields(errors);

    const madeAt = at - (given.ageMs ?? 0);
    const isInTime = takesAnswers(asked.stored, at);
    const isLate =
      !isInTime &&
      !asked.isWithdrawn &&
      // Who had no account yet has not answered.
      madeAt >= asked.accountCreatedAt &&
      takesLateAnswer(asked.stored, madeAt, at, config.lateAnswerMinutes * MINUTE);
    const times = { at, madeAt: isLate ? madeAt : null };
    const isTaken = (isInTime || isLate) && !asked.isAnswered;
    if (isTaken && asked.needsConfirmation) reject('forbidden', CONFIRM_FIRST);
    if (isTaken && given.chosen && !isDeepStrictEqual(given.chosen, chosenTexts(asked.question, given.answers))) {
      rejectChanged();
    }
    const stored = isTaken
      ? await saveAnswer(accountId, { ...asked.question, ...given }, answer, times)
      : await findStored();
    if (stored === 'other' || (stored === 'none' && asked.isWithdrawn)) reject('conflict', ANSWERED);
    // It was there a moment ago, and went with its account.
    if (stored === 'none' && asked.isAnswered) reject('signedOut', 'Please sign in.');
    if (stored === 'none' && isTaken) rejectChanged();
    if (stored === 'none') reject('conflict', POLL_CLOSED);
    return asked.leadsOn ? await questions.nextId(accountId, given, at) : undefined;
  };
}

/** Whether an answer that arrives at that time counts. */
export function takesAnswers(stored: Closing, now: number): boolean {
  const state = stateAt(stored, now);
  return state === 'open' || (state === 'closed' && now <= (stored.closes_at ?? 0) + CLOSING_GRACE_MS);
}

/**
 * Whether an answer counts that arrives after the closing and was made at `madeAt`, while the poll was open (decision 053).
 * @param lateMs how long after the closing it may arrive
 */
export function takesLateAnswer(stored: StoredState, madeAt: number, now: number, lateMs: number): boolean {
  const { closes_at, opened_at } = stored;
  if (stateAt(stored, now) !== 'closed' || closes_at === null) return false;
  // Without `opened_at` it was open from the start. A time before 1970 comes from an absurd age, and would be stored.
  const wasOpen = madeAt <= closes_at + CLOSING_GRACE_MS && madeAt >= (opened_at ?? 0);
  return wasOpen && now <= closes_at + lateMs;
}

/** The question as the answer was checked against it. */
type Checked = QuestionKey & Pick<Question, 'questionTypes' | 'options'>;

interface GivenAnswer {
  answers: (string | number)[];
  comment: string;
}

/** When an answer arrived; and when it was made, if it was late and counts (decision 053). */
interface AnswerTimes {
  at: number;
  madeAt: number | null;
}

/**
 * What is stored: this answer (from this request or an earlier one), another one, or none: the options that it is about
 * have changed in between.
 */
type OnRecord = 'this' | 'other' | 'none';

type GivenRow = Omit<Selectable<Database['answers']>, 'standing'>;
/** PostgreSQL takes a parameter in a list of columns for text. */
const TYPES: Record<keyof GivenRow, 'text' | 'bigint'> = {
  account_id: 'text',
  question_id: 'text',
  campaign_id: 'text',
  answers: 'text',
  comment: 'text',
  created_at: 'bigint',
  made_at: 'bigint',
};
// Object.keys loses the key type.
const COLUMNS = Object.keys(TYPES) as (keyof GivenRow)[];

interface Insertion extends GivenRow {
  /** What the question must still be: its type, and how the JSON of its options begins, of so many characters. */
  type: Selectable<Database['questions']>['type'];
  optionsStart: string;
  optionsLength: number;
}

/**
 * Stores an account's answer to a question unless there is one already, or its numbers do not mean the same options any
 * more: a publication may be on its way, which waits for the row that this locks, or this for it (publish.ts). It tells
 * nobody: while someone watches the question, liveHub.ts counts its answers again.
 */
function answerWriter(
  services: Pick<Services, 'config' | 'db'>,
): (accountId: string, asked: Checked, answer: GivenAnswer, times: AnswerTimes) => Promise<OnRecord> {
  const insert = compiledOnce((db: Kysely<Database>, given: Insertion) =>
    db
      .insertInto('answers')
      .columns([...COLUMNS, 'standing'])
      .expression(
        db
          .selectFrom('questions')
          .select([
            ...COLUMNS.map((column) => sql`cast(${given[column]} as ${sql.raw(TYPES[column])})`.as(column)),
            standingOf(services, given.account_id).as('standing'),
          ])
          .where('id', '=', given.question_id)
          .where('type', '=', given.type)
          // Options may be added at the end.
          .where(sql<string>`substr(options, 1, ${given.optionsLength})`, '=', given.optionsStart)
          .$if(services.config.databaseUrl !== undefined, (query) => query.forKeyShare()),
      )
      .onConflict((conflict) => conflict.columns(['account_id', 'question_id']).doNothing())
      .returning('question_id'),
  );
  return (accountId, asked, answer, { at, madeAt }) =>
    autocommit(services, async (db) => {
      const optionsStart = JSON.stringify(asked.options).slice(0, -1);
      const inserted = await insert(db, {
        account_id: accountId,
        question_id: asked.questionId,
        campaign_id: asked.campaignId,
        answers: JSON.stringify(answer.answers),
        comment: answer.comment,
        created_at: at,
        made_at: madeAt,
        type: asked.questionTypes,
        optionsStart,
        optionsLength: [...optionsStart].length,
      });
      return inserted.length > 0 ? 'this' : findStoredAnswer(db, accountId, asked.questionId, answer);
    });
}

/** Compares an answer with the stored one. */
async function findStoredAnswer(
  db: ReadDatabase,
  accountId: string,
  questionId: string,
  { answers, comment }: GivenAnswer,
): Promise<OnRecord> {
  const stored = await db
    .selectFrom('answers')
    .select(['answers', 'comment'])
    .where('account_id', '=', accountId)
    .where('question_id', '=', questionId)
    .executeTakeFirst();
  if (!stored) return 'none';
  return stored.answers === JSON.stringify(answers) && stored.comment === comment ? 'this' : 'other';
}
