import type { WrittenQuestion } from '@companion/contract/question';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';

/** Every question of every campaign, in order, and whether this account has answered it. */
export async function listQuestions(db: ReadDatabase, accountId: string): Promise<WrittenQuestion[]> {
  const rows = await questions(db, accountId)
    .orderBy('campaigns.position')
    .orderBy('questions.position')
    .orderBy('questions.id')
    .execute();
  return rows.map(toQuestion);
}

export async function findQuestion(
  db: ReadDatabase,
  accountId: string,
  { campaignId, questionId }: { campaignId: string; questionId: string },
): Promise<WrittenQuestion | undefined> {
  const row = await questions(db, accountId)
    .where('questions.id', '=', questionId)
    .where('questions.campaign_id', '=', campaignId)
    .executeTakeFirst();
  return row && toQuestion(row);
}

function questions(db: ReadDatabase, accountId: string) {
  return db
    .selectFrom('questions')
    .innerJoin('campaigns', 'campaigns.id', 'questions.campaign_id')
    .leftJoin('answers', (join) =>
      join.onRef('answers.question_id', '=', 'questions.id').on('answers.account_id', '=', accountId),
    )
    .select([
      'questions.id',
      'questions.campaign_id',
      'questions.question',
      'questions.type',
      'questions.options',
      'campaigns.title as campaign_title',
      'answers.created_at as answered_at',
    ])
    .where('questions.hidden', '=', 0)
    .where('campaigns.hidden', '=', 0);
}

type Row = Awaited<ReturnType<ReturnType<typeof questions>['executeTakeFirstOrThrow']>>;

const toQuestion = (row: Row): WrittenQuestion => ({
  id: row.id,
  campaignId: row.campaign_id,
  question: row.question,
  // The event pack's reader admits only the six types.
  questionTypes: row.type as WrittenQuestion['questionTypes'],
  options: JSON.parse(row.options),
  answered: row.answered_at !== null,
  campaignTitle: row.campaign_title,
});

/**
 * The question to show after this one: the next unanswered one of its campaign, starting over after the last one;
 * undefined when all are answered.
 */
export async function nextQuestionId(
  db: ReadDatabase,
  accountId: string,
  { campaignId, questionId }: { campaignId: string; questionId: string },
): Promise<string | undefined> {
  const campaign = (await listQuestions(db, accountId)).filter((question) => question.campaignId === campaignId);
  const here = campaign.findIndex((question) => question.id === questionId);
  return [...campaign.slice(here + 1), ...campaign.slice(0, here)].find((question) => !question.answered)?.id;
}
