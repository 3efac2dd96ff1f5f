import type { PollResults } from '@companion/contract/live';
import type { PollFigures } from '@companion/contract/staff/polls';
import { REPORTED_TYPES, reportedTypeOf } from '../identity/accounts/reportedTypeOf.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { chosenOptions, optionsOf } from './chosenOptions.ts';
import type { QuestionKey } from './questionQueries.ts';

/** Identical answers, and how many accounts gave them: few rows however many people answered. */
interface Given {
  answers: string;
  count: number;
}

/**
 * Counts the answers to a question, each time anew: exact after an erasure, and without a row that all answers update.
 * The index of the answers has all that it reads.
 */
export async function countAnswers(db: ReadDatabase, key: QuestionKey): Promise<PollResults> {
  const given = await db
    .selectFrom('answers')
    .select(['answers', (by) => by.fn.countAll<number>().as('count')])
    .where('question_id', '=', key.questionId)
    .groupBy('answers')
    .execute();
  return tally(key, await typeOf(db, key), given);
}

/** Everything that the staff sees of the answers to a question. */
export async function readFigures(db: ReadDatabase, key: QuestionKey): Promise<PollFigures> {
  const [total, late] = [await countAnswers(db, key), await countLate(db, key)];
  return { total, late, byOrganizationType: await countByOrganizationType(db, key) };
}

/** How many of the answers to a question arrived after its closing, and count (decision 053). */
async function countLate(db: ReadDatabase, { questionId }: QuestionKey): Promise<number> {
  const { n } = await db
    .selectFrom('answers')
    .select((by) => by.fn.countAll<number>().as('n'))
    .where('question_id', '=', questionId)
    .where('made_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return n;
}

/** The counted answers by organization type, without the types that no one who answered has. */
export async function countByOrganizationType(
  db: ReadDatabase,
  key: QuestionKey,
): Promise<{ organizationType: string; results: PollResults }[]> {
  const given = await db
    .selectFrom('answers')
    .innerJoin('accounts', 'accounts.id', 'answers.account_id')
    .select(['answers', 'organization_type', (by) => by.fn.countAll<number>().as('count')])
    .where('question_id', '=', key.questionId)
    .groupBy(['answers', 'organization_type'])
    .execute();
  const asked = await typeOf(db, key);
  return REPORTED_TYPES.flatMap((organizationType) => {
    const theirs = given.filter((row) => reportedTypeOf(row.organization_type) === organizationType);
    return theirs.length > 0 ? [{ organizationType, results: tally(key, asked, theirs) }] : [];
  });
}

const typeOf = (db: ReadDatabase, { questionId }: QuestionKey) =>
  db.selectFrom('questions').select(['type', 'options']).where('id', '=', questionId).executeTakeFirstOrThrow();

/** Choices that a later pack no longer offers count as an answer, and for no choice. */
function tally(
  { campaignId, questionId }: QuestionKey,
  asked: Parameters<typeof optionsOf>[0],
  given: Given[],
): PollResults {
  const counts = new Map(optionsOf(asked).map(({ words }) => [words, 0]));
  let n = 0;
  for (const { answers, count } of given) {
    n += count;
    for (const { words } of chosenOptions(asked, answers)) {
      const counted = counts.get(words);
      if (counted !== undefined) counts.set(words, counted + count);
    }
  }
  return { campaignId, questionId, n, counts: [...counts.values()] };
}
