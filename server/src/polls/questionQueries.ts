import { SURVEY_CAMPAIGNS } from '@companion/contract/constants';
import type { ResultsShownTo } from '@companion/contract/live';
import { question as contractQuestion, type WrittenQuestion } from '@companion/contract/question';
import { sql } from 'kysely';
import { readNewestChange } from '../live/readChanges.ts';
import { maySeeResults } from '../live/visibleState.ts';
import { compiledOnce } from '../platform/db/compiledOnce.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { keepFor } from '../platform/keepFor.ts';
import type { Services } from '../platform/services.ts';
import { TaggedJson } from '../platform/taggedJson.ts';
import { isoTime } from '../platform/time.ts';
import { confirmationRequired } from '../safeguards/safeguardSettings.ts';
import { firstShownTo, type StoredState, stateAt } from './pollState.ts';

export interface QuestionKey {
  campaignId: string;
  questionId: string;
}

/** Reads the questions that attendees see, for one account at a time. */
export interface QuestionReader {
  /** Every question of every campaign, in order, and what this account has answered: the answer of `getQuestions`. */
  list(accountId: string, now: number): Promise<TaggedJson>;
  /** One of them. */
  read(accountId: string, key: QuestionKey, now: number): Promise<WrittenQuestion | undefined>;
  /** What is asked in one of them, and what decides whether an answer to it counts. */
  find(accountId: string, key: QuestionKey, now: number): Promise<FoundQuestion | undefined>;
  /**
   * The question to show after this one: the next open one of its campaign that is unanswered, starting over after the
   * last one; undefined when there is none.
   */
  nextId(accountId: string, key: QuestionKey, now: number): Promise<string | undefined>;
}

export interface FoundQuestion {
  question: Asked;
  stored: StoredState;
  /** Whether the account has answered, even if that answer was deleted. */
  isAnswered: boolean;
  /** Whether such an answer was deleted, after which only one in time counts. */
  isWithdrawn: boolean;
  accountCreatedAt: number;
  /** Whether the account must be confirmed before an answer of it counts. */
  needsConfirmation: boolean;
  /** Whether another question of the campaign may follow its answer: what follows a poll on stage is the host's to say. */
  leadsOn: boolean;
}

/** How soon a change shows that no one has recorded, such as that of a restored backup. */
const MAX_AGE_MS = 1_000;

/**
 * What all accounts see alike is kept until the next recorded change, on any node. A request reads the number of the
 * newest change together with what its account has sent, so that it never answers with an earlier state (decision 060).
 */
export function questionReader({ db, now }: Pick<Services, 'db' | 'now'>): QuestionReader {
  const kept = keepFor({ now }, MAX_AGE_MS, async () => {
    // Before the questions, so that a change that commits in between is read again.
    const newestChange = await readNewestChange(db);
    return { newestChange, asked: prepare(await everyQuestion(db).execute()) };
  });

  async function readBoth(accountId: string): Promise<{ asked: AskedQuestion[]; own: Own }> {
    const own = await readOwn(db, accountId);
    const { asked } = await kept.currentUnless(({ newestChange }) => newestChange < own.newestChange);
    return { asked, own };
  }

  return {
    list: async (accountId, at) => {
      const { asked, own } = await readBoth(accountId);
      const texts = asked.map((each) => `${each.json},${JSON.stringify(ownPart(each, own, at)).slice(1)}`);
      return TaggedJson.ofText(`{"results":[${texts.join(',')}]}`);
    },
    read: async (accountId, key, at) => {
      const { asked, own } = await readBoth(accountId);
      const one = asked.find(isOf(key));
      return one && { ...one.question, ...ownPart(one, own, at) };
    },
    find: async (accountId, key, at) => {
      const { asked, own } = await readBoth(accountId);
      const one = asked.find(isOf(key));
      if (!one) return undefined;
      const isSurvey = SURVEY_CAMPAIGNS.includes(one.question.campaignId);
      return {
        question: one.question,
        stored: one.stored,
        isAnswered: isAnswered(one, own),
        isWithdrawn: own.withdrawn.has(one.question.id),
        accountCreatedAt: own.account?.createdAt ?? at,
        needsConfirmation: one.confirmationRequired && own.account?.isConfirmed !== true && !isSurvey,
        leadsOn: !one.isOnStage || isSurvey,
      };
    },
    nextId: async (accountId, key, at) => {
      const { asked, own } = await readBoth(accountId);
      const campaign = asked.filter(({ question }) => question.campaignId === key.campaignId);
      const here = campaign.findIndex(isOf(key));
      const others = [...campaign.slice(here + 1), ...campaign.slice(0, here)];
      return others.find((one) => !isAnswered(one, own) && stateAt(one.stored, at) === 'open')?.question.id;
    },
  };
}

const isOf =
  ({ campaignId, questionId }: QuestionKey) =>
  ({ question }: AskedQuestion): boolean =>
    question.id === questionId && question.campaignId === campaignId;

/** A question that attendees see, without what depends on the time or on who asks. */
interface AskedQuestion {
  question: Asked & Place;
  /** The JSON of `question`, without its end. */
  json: string;
  stored: StoredState;
  isOnStage: boolean;
  /** Of the whole event. */
  confirmationRequired: boolean;
}

function prepare(rows: EveryRow[]): AskedQuestion[] {
  const places = placesOf(rows);
  return rows.filter(isShown).map((row) => {
    const question = { ...toAsked(row), ...places(row) };
    // Here, because the list that is made of its JSON is not checked again.
    contractQuestion.parse({ ...question, answered: false, closed: false });
    return {
      question,
      json: JSON.stringify(question).slice(0, -1),
      stored: { state: row.state, closes_at: row.closes_at, opened_at: row.opened_at },
      isOnStage: row.stage_id !== null,
      confirmationRequired: row.confirmation_required === 1,
    };
  });
}

/** What one account has sent, and the newest change at that time. */
interface Own {
  newestChange: number;
  /** Undefined once it is erased. */
  account: { createdAt: number; isConfirmed: boolean } | undefined;
  /** By question. */
  answers: Map<string, WrittenQuestion['ownAnswer']>;
  /** The questions whose answer was deleted, and to whom their results are shown: no change is recorded of that. */
  withdrawn: Map<string, ResultsShownTo | null>;
}

type Kind = 'answer' | 'withdrawn' | 'confirmed' | 'unconfirmed' | 'newestChange';
/** Of kinds of rows that have no such column. */
const [NO_TEXT, NO_NUMBER] = [sql<string>`null`, sql<number>`null`];

/** One statement, whose parts have one snapshot. */
const readOwnRows = compiledOnce((db: ReadDatabase, { accountId }: { accountId: string }) =>
  db
    .selectFrom('answers')
    .select([sql<Kind>`'answer'`.as('kind'), 'question_id', 'answers as text', 'comment', 'created_at as number'])
    .where('account_id', '=', accountId)
    .unionAll((union) =>
      union
        .selectFrom('withdrawn_answers')
        .leftJoin('polls', 'polls.question_id', 'withdrawn_answers.question_id')
        .select([sql<Kind>`'withdrawn'`.as('kind'), 'withdrawn_answers.question_id'])
        .select([sql<string>`polls.shown_to`.as('text'), NO_TEXT.as('comment'), NO_NUMBER.as('number')])
        .where('account_id', '=', accountId),
    )
    .unionAll((union) =>
      union
        .selectFrom('accounts')
        .select(sql<Kind>`case when confirmed_at is null then 'unconfirmed' else 'confirmed' end`.as('kind'))
        .select([NO_TEXT.as('question_id'), NO_TEXT.as('text'), NO_TEXT.as('comment'), 'created_at as number'])
        .where('id', '=', accountId),
    )
    .unionAll((union) =>
      union
        .selectFrom('change_counter')
        .select([sql<Kind>`'newestChange'`.as('kind'), NO_TEXT.as('question_id'), NO_TEXT.as('text')])
        .select([NO_TEXT.as('comment'), 'seq as number'])
        .where('id', '=', sql.lit(1)),
    ),
);

async function readOwn(db: ReadDatabase, accountId: string): Promise<Own> {
  const own: Own = { newestChange: 0, account: undefined, answers: new Map(), withdrawn: new Map() };
  for (const { kind, question_id, text, comment, number } of await readOwnRows(db, { accountId })) {
    if (kind === 'answer') own.answers.set(question_id, { answers: JSON.parse(text), comment, at: isoTime(number) });
    // The column has only the contract's values; without a poll it is null.
    else if (kind === 'withdrawn') own.withdrawn.set(question_id, text as ResultsShownTo | null);
    else if (kind === 'newestChange') own.newestChange = number;
    else own.account = { createdAt: number, isConfirmed: kind === 'confirmed' };
  }
  return own;
}

/** The questions of the event, each with its state. */
export const questionsWithState = (db: ReadDatabase) =>
  db
    .selectFrom('questions')
    .innerJoin('campaigns', 'campaigns.id', 'questions.campaign_id')
    .leftJoin('polls', 'polls.question_id', 'questions.id')
    .select(['questions.id', 'questions.campaign_id', 'questions.question', 'questions.type', 'questions.options'])
    .select(['campaigns.title as campaign_title', 'polls.state', 'polls.closes_at', 'polls.opened_at'])
    .select('polls.shown_to')
    .where('questions.hidden', '=', 0)
    .where('campaigns.hidden', '=', 0);

/** All of them, in order: those that attendees do not see have a place among the others too. */
const everyQuestion = (db: ReadDatabase) =>
  questionsWithState(db)
    .leftJoin('stage', 'stage.question_id', 'questions.id')
    .select([confirmationRequired.as('confirmation_required'), 'stage.id as stage_id'])
    .orderBy('campaigns.position')
    .orderBy('questions.position')
    .orderBy('questions.id');

type Row = Awaited<ReturnType<ReturnType<typeof questionsWithState>['executeTakeFirstOrThrow']>>;
type EveryRow = Awaited<ReturnType<ReturnType<typeof everyQuestion>['executeTakeFirstOrThrow']>>;

/**
 * One account has one answer. Who has said that another answered in their name may do so anew only as long as that answer
 * cannot have been seen among the results (decision 022).
 */
function isAnswered({ question: { id, campaignId } }: AskedQuestion, { answers, withdrawn }: Own): boolean {
  if (answers.has(id)) return true;
  const shownTo = withdrawn.get(id);
  return shownTo !== undefined && maySeeResults(shownTo ?? firstShownTo(campaignId), 'stage');
}

function ownPart(
  one: AskedQuestion,
  own: Own,
  now: number,
): Pick<WrittenQuestion, 'answered' | 'closed' | 'ownAnswer'> {
  const ownAnswer = own.answers.get(one.question.id);
  return {
    answered: isAnswered(one, own),
    closed: stateAt(one.stored, now) === 'closed',
    ...(ownAnswer ? { ownAnswer } : {}),
  };
}

const isShown = ({ state }: Pick<Row, 'state'>): boolean => state === null || state === 'open' || state === 'closed';

type Place = Pick<WrittenQuestion, 'place' | 'places'>;

/**
 * The place of each question in its campaign. Drafts count, so that a number that attendees have seen stays while a host
 * opens and closes polls; archived questions do not.
 * @param rows every question of its campaign, in order
 */
export function placesOf(
  rows: Pick<Row, 'id' | 'campaign_id' | 'state'>[],
): (row: Pick<Row, 'id' | 'campaign_id'>) => Place {
  const campaigns = new Map<string, string[]>();
  for (const { id, campaign_id, state } of rows) {
    if (state !== 'archived') campaigns.set(campaign_id, [...(campaigns.get(campaign_id) ?? []), id]);
  }
  return ({ id, campaign_id }) => {
    const ids = campaigns.get(campaign_id) ?? [];
    return { place: ids.indexOf(id) + 1, places: ids.length };
  };
}

type Asked = Omit<WrittenQuestion, 'answered' | 'closed' | 'ownAnswer' | keyof Place>;

/** What is asked, without what depends on other questions, on the time or on who asks. */
export const toAsked = (row: Row): Asked => ({
  id: row.id,
  campaignId: row.campaign_id,
  question: row.question,
  questionTypes: row.type,
  options: JSON.parse(row.options),
  campaignTitle: row.campaign_title,
});
