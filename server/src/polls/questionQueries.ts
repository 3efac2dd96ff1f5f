import { SURVEY_CAMPAIGNS } from '@companion/contract/constants';
import type { WrittenQuestion } from '@companion/contract/question';
import { maySeeResults } from '../live/visibleState.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { isoTime } from '../platform/time.ts';
import { confirmationRequired } from '../safeguards/safeguardSettings.ts';
import { firstShownTo, type StoredState, stateAt } from './pollState.ts';

export interface QuestionKey {
  campaignId: string;
  questionId: string;
}

/** Reads the questions that attendees see, for one account at a time. */
export interface QuestionReader {
  /** Every question of every campaign, in order, and what this account has answered. */
  list(accountId: string, now: number): Promise<WrittenQuestion[]>;
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

/** The statements are compiled once: compiling costs more than running them. */
export function questionReader(db: ReadDatabase): QuestionReader {
  const all = questionsForAttendee(db).compile();
  const ofCampaign = questionsForAttendee(db).where('questions.campaign_id', '=', CAMPAIGN).compile();
  const one = questionsForAttendee(db)
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
    list: async (accountId, now) => toQuestions(await rows(all, accountId), now),
    read: async (accountId, key, now) =>
      toQuestions(await rows(ofCampaign, accountId, key), now).find(({ id }) => id === key.questionId),
    find: async (accountId, key, now) => {
      const [row] = await rows(one, accountId, key);
      if (!row || !isShown(row)) return undefined;
      return {
        question: toAsked(row),
        stored: row,
        isAnswered: isAnswered(row),
        isWithdrawn: row.withdrawn_id !== null,
        accountCreatedAt: row.account_created_at ?? now,
        needsConfirmation:
          row.confirmation_required === 1 && row.confirmed_at === null && !SURVEY_CAMPAIGNS.includes(row.campaign_id),
        leadsOn: row.stage_id === null || SURVEY_CAMPAIGNS.includes(row.campaign_id),
      };
    },
    nextId: async (accountId, key, now) => {
      const campaign = (await rows(ofCampaign, accountId, key)).filter(isShown);
      const here = campaign.findIndex(({ id }) => id === key.questionId);
      const others = [...campaign.slice(here + 1), ...campaign.slice(0, here)];
      return others.find((row) => !isAnswered(row) && stateAt(row, now) === 'open')?.id;
    },
  };
}

/** Places in the compiled statements that get their values when they run. */
const ACCOUNT = '{account}';
const CAMPAIGN = '{campaign}';
const QUESTION = '{question}';

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
const questionsForAttendee = (db: ReadDatabase) =>
  questionsWithState(db)
    .leftJoin('answers', (join) =>
      join.onRef('answers.question_id', '=', 'questions.id').on('answers.account_id', '=', ACCOUNT),
    )
    .leftJoin('withdrawn_answers as withdrawn', (join) =>
      join.onRef('withdrawn.question_id', '=', 'questions.id').on('withdrawn.account_id', '=', ACCOUNT),
    )
    .leftJoin('accounts', (join) => join.on('accounts.id', '=', ACCOUNT))
    .leftJoin('stage', 'stage.question_id', 'questions.id')
    .select(['answers.created_at as answered_at', 'withdrawn.question_id as withdrawn_id'])
    .select(['answers.answers as own_answers', 'answers.comment as own_comment'])
    .select(['accounts.created_at as account_created_at', 'accounts.confirmed_at'])
    .select([confirmationRequired.as('confirmation_required'), 'stage.id as stage_id'])
    .orderBy('campaigns.position')
    .orderBy('questions.position')
    .orderBy('questions.id');

type Row = Awaited<ReturnType<ReturnType<typeof questionsWithState>['executeTakeFirstOrThrow']>>;
type AccountRow = Awaited<ReturnType<ReturnType<typeof questionsForAttendee>['executeTakeFirstOrThrow']>>;

/**
 * One account has one answer. Who has said that another answered in their name may do so anew only as long as that answer
 * cannot have been seen among the results (decision 022).
 */
const isAnswered = (row: AccountRow): boolean =>
  row.answered_at !== null ||
  (row.withdrawn_id !== null && maySeeResults(row.shown_to ?? firstShownTo(row.campaign_id), 'stage'));

/** Those that attendees see. */
function toQuestions(rows: AccountRow[], now: number): WrittenQuestion[] {
  const places = placesOf(rows);
  return rows.filter(isShown).map((row) => ({
    ...toAsked(row),
    answered: isAnswered(row),
    closed: stateAt(row, now) === 'closed',
    ...places(row),
    ...ownAnswerOf(row),
  }));
}

function ownAnswerOf({ answered_at, own_answers, own_comment }: AccountRow): Pick<WrittenQuestion, 'ownAnswer'> {
  if (answered_at === null || own_answers === null) return {};
  return { ownAnswer: { answers: JSON.parse(own_answers), comment: own_comment ?? '', at: isoTime(answered_at) } };
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
