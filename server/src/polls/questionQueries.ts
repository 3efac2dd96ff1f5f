import type { WrittenQuestion } from '@companion/contract/question';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { type StoredState, stateAt } from './pollState.ts';

export interface QuestionKey {
  campaignId: string;
  questionId: string;
}

/** Reads the questions that attendees see, for one account at a time. */
export interface QuestionReader {
  /** Every question of every campaign, in order, and whether this account has answered it. */
  list(accountId: string, now: number): Promise<WrittenQuestion[]>;
  /** One question, and what decides whether an answer to it counts. */
  find(accountId: string, key: QuestionKey, now: number): Promise<FoundQuestion | undefined>;
  /**
   * The question to show after this one: the next open one of its campaign that is unanswered, starting over after the
   * last one; undefined when there is none.
   */
  nextId(accountId: string, key: QuestionKey, now: number): Promise<string | undefined>;
}

export interface FoundQuestion {
  question: WrittenQuestion;
  stored: StoredState;
}

/** The statements are compiled once: compiling costs more than running them. */
export function questionReader(db: ReadDatabase): QuestionReader {
  const all = questionsFor(db).compile();
  const ofCampaign = questionsFor(db).where('questions.campaign_id', '=', CAMPAIGN).compile();
  const one = questionsFor(db)
    .where('questions.campaign_id', '=', CAMPAIGN)
    .where('questions.id', '=', QUESTION)
    .compile();

  async function rows(statement: typeof all, accountId: string, key?: QuestionKey): Promise<AccountRow[]> {
    const given = new Map<unknown, unknown>([
      [ACCOUNT, accountId],
      [CAMPAIGN, key?.campaignId],
      [QUESTION, key?.questionId],
    ]);
    const parameters = statement.parameters.map((parameter) => given.get(parameter) ?? parameter);
    return (await db.executeQuery<AccountRow>({ ...statement, parameters })).rows;
  }

  return {
    list: async (accountId, now) => (await rows(all, accountId)).map((row) => toQuestion(row, now)),
    find: async (accountId, key, now) => {
      const [row] = await rows(one, accountId, key);
      return row && { question: toQuestion(row, now), stored: row };
    },
    nextId: async (accountId, key, now) => {
      const campaign = await rows(ofCampaign, accountId, key);
      const here = campaign.findIndex(({ id }) => id === key.questionId);
      const others = [...campaign.slice(here + 1), ...campaign.slice(0, here)];
      return others.find((row) => row.answered_at === null && stateAt(row, now) === 'open')?.id;
    },
  };
}

/** Places in the compiled statements that get their values when they run. */
const ACCOUNT = '{account}';
const CAMPAIGN = '{campaign}';
const QUESTION = '{question}';

/** The questions of the event, each with its state. */
export const questionsOf = (db: ReadDatabase) =>
  db
    .selectFrom('questions')
    .innerJoin('campaigns', 'campaigns.id', 'questions.campaign_id')
    .leftJoin('polls', 'polls.question_id', 'questions.id')
    .select(['questions.id', 'questions.campaign_id', 'questions.question', 'questions.type', 'questions.options'])
    .select(['campaigns.title as campaign_title', 'polls.state', 'polls.closes_at', 'polls.opened_at'])
    .where('questions.hidden', '=', 0)
    .where('campaigns.hidden', '=', 0);

/** Those that attendees see, in order. */
const questionsFor = (db: ReadDatabase) =>
  questionsOf(db)
    .leftJoin('answers', (join) =>
      join.onRef('answers.question_id', '=', 'questions.id').on('answers.account_id', '=', ACCOUNT),
    )
    .select('answers.created_at as answered_at')
    .where((by) => by.or([by('polls.state', 'is', null), by('polls.state', 'in', ['open', 'closed'])]))
    .orderBy('campaigns.position')
    .orderBy('questions.position')
    .orderBy('questions.id');

type Row = Awaited<ReturnType<ReturnType<typeof questionsOf>['executeTakeFirstOrThrow']>>;
type AccountRow = Awaited<ReturnType<ReturnType<typeof questionsFor>['executeTakeFirstOrThrow']>>;

const toQuestion = (row: AccountRow, now: number): WrittenQuestion => ({
  ...toAsked(row),
  answered: row.answered_at !== null,
  closed: stateAt(row, now) === 'closed',
});

/** What is asked, without what depends on the time or on who asks. */
export const toAsked = (row: Row): Omit<WrittenQuestion, 'answered' | 'closed'> => ({
  id: row.id,
  campaignId: row.campaign_id,
  question: row.question,
  questionTypes: row.type,
  options: JSON.parse(row.options),
  campaignTitle: row.campaign_title,
});
