import type { WrittenQuestion } from '@companion/contract/question';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { stateAt, takesAnswers } from './pollState.ts';

export interface QuestionKey {
  campaignId: string;
  questionId: string;
}

/** Every question of every campaign that attendees see, in order, and whether this account has answered it. */
export async function listQuestions(db: ReadDatabase, accountId: string, now: number): Promise<WrittenQuestion[]> {
  const rows = await inOrder(questionsFor(db, accountId)).execute();
  return rows.map((row) => toQuestion(row, now));
}

export async function findQuestion(
  db: ReadDatabase,
  accountId: string,
  key: QuestionKey,
  now: number,
): Promise<WrittenQuestion | undefined> {
  return (await findAsked(db, accountId, key, now))?.question;
}

/** A question, and whether an answer to it that arrives at that time counts. */
export async function findAsked(
  db: ReadDatabase,
  accountId: string,
  { campaignId, questionId }: QuestionKey,
  now: number,
): Promise<{ question: WrittenQuestion; isTaken: boolean } | undefined> {
  const row = await questionsFor(db, accountId)
    .where('questions.id', '=', questionId)
    .where('questions.campaign_id', '=', campaignId)
    .executeTakeFirst();
  return row && { question: toQuestion(row, now), isTaken: takesAnswers(row, now) };
}

/**
 * The question to show after this one: the next open one of its campaign that is unanswered, starting over after the
 * last one; undefined when there is none.
 */
export async function nextQuestionId(
  db: ReadDatabase,
  accountId: string,
  { campaignId, questionId }: QuestionKey,
  now: number,
): Promise<string | undefined> {
  const campaign = await inOrder(questionsFor(db, accountId)).where('questions.campaign_id', '=', campaignId).execute();
  const here = campaign.findIndex(({ id }) => id === questionId);
  const others = [...campaign.slice(here + 1), ...campaign.slice(0, here)];
  return others.find((row) => row.answered_at === null && stateAt(row, now) === 'open')?.id;
}

/** The questions of the event, each with its state. */
export const questionsOf = (db: ReadDatabase) =>
  db
    .selectFrom('questions')
    .innerJoin('campaigns', 'campaigns.id', 'questions.campaign_id')
    .leftJoin('polls', 'polls.question_id', 'questions.id')
    .select(['questions.id', 'questions.campaign_id', 'questions.question', 'questions.type', 'questions.options'])
    .select(['campaigns.title as campaign_title', 'polls.state', 'polls.closes_at'])
    .where('questions.hidden', '=', 0)
    .where('campaigns.hidden', '=', 0);

/** Those that attendees see. */
const questionsFor = (db: ReadDatabase, accountId: string) =>
  questionsOf(db)
    .leftJoin('answers', (join) =>
      join.onRef('answers.question_id', '=', 'questions.id').on('answers.account_id', '=', accountId),
    )
    .select('answers.created_at as answered_at')
    .where((by) => by.or([by('polls.state', 'is', null), by('polls.state', 'in', ['open', 'closed'])]));

type Rows = ReturnType<typeof questionsFor>;
type QuestionRows = ReturnType<typeof questionsOf>;

function inOrder(rows: Rows): Rows {
  return rows.orderBy('campaigns.position').orderBy('questions.position').orderBy('questions.id');
}

type Row = Awaited<ReturnType<QuestionRows['executeTakeFirstOrThrow']>>;

const toQuestion = (row: Row & { answered_at: number | null }, now: number): WrittenQuestion => ({
  ...toAsked(row),
  answered: row.answered_at !== null,
  closed: stateAt(row, now) === 'closed',
});

/** What is asked, without what depends on the time or on who asks. */
export const toAsked = (row: Row): Omit<WrittenQuestion, 'answered' | 'closed'> => ({
  id: row.id,
  campaignId: row.campaign_id,
  question: row.question,
  // The event pack's reader admits only the six types.
  questionTypes: row.type as WrittenQuestion['questionTypes'],
  options: JSON.parse(row.options),
  campaignTitle: row.campaign_title,
});
