import { choicesOf } from '@companion/contract/pollFigures';
import type { BothResults, PollFigures } from '@companion/contract/staff/polls';
import { readOrganizationTypes } from '../event/eventQueries.ts';
import { reportedTypeOf, reportedTypes } from '../event/reportedTypes.ts';
import type { QuestionRow } from '../platform/db/eventSchema.ts';
import { COUNTED_STANDINGS, type Standing } from '../platform/db/participationSchema.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { QuestionKey } from './questionQueries.ts';

/** Identical answers, and how many accounts of one standing gave them: few rows however many people answered. */
interface Given {
  answers: string;
  standing: Standing;
  count: number;
}

/**
 * Counts the answers to a question, each time anew: exact after an erasure, and without a row that all answers update.
 * The index of the answers has all that it reads.
 */
export async function countAnswers(db: ReadDatabase, key: QuestionKey): Promise<BothResults> {
  const given = await db
    .selectFrom('answers')
    .select(['answers', 'standing', (by) => by.fn.countAll<number>().as('count')])
    .where('question_id', '=', key.questionId)
    .where('standing', 'in', COUNTED_STANDINGS)
    .groupBy(['standing', 'answers'])
    .execute();
  return tally(key, await typeOf(db, key), given);
}

/** Everything that the staff sees of the answers to a question. */
export async function readFigures(db: ReadDatabase, key: QuestionKey): Promise<PollFigures> {
  return { ...(await readTotals(db, key)), byOrganizationType: await countByOrganizationType(db, key) };
}

/** The same of everyone together. */
export async function readTotals(db: ReadDatabase, key: QuestionKey): Promise<Pick<PollFigures, 'total' | 'late'>> {
  return { total: await countAnswers(db, key), late: await countLate(db, key) };
}

/** Which of these questions have an answer, whether it counts or not. */
export async function findAnswered(db: ReadDatabase, questionIds: string[]): Promise<Set<string>> {
  if (questionIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('answers')
    .select('question_id')
    .distinct()
    .where('question_id', 'in', questionIds)
    .execute();
  return new Set(rows.map(({ question_id }) => question_id));
}

/** How many answers to these questions count nowhere. */
export async function countDismissed(db: ReadDatabase, questionIds: string[]): Promise<number> {
  if (questionIds.length === 0) return 0;
  const { n } = await db
    .selectFrom('answers')
    .select((by) => by.fn.countAll<number>().as('n'))
    .where('question_id', 'in', questionIds)
    .where('standing', '=', 'dismissed')
    .executeTakeFirstOrThrow();
  return n;
}

/** How many of the answers to a question arrived after its closing, and count (decision 053). */
async function countLate(db: ReadDatabase, { questionId }: QuestionKey): Promise<number> {
  const { n } = await db
    .selectFrom('answers')
    .select((by) => by.fn.countAll<number>().as('n'))
    .where('question_id', '=', questionId)
    .where('made_at', 'is not', null)
    .where('standing', 'in', COUNTED_STANDINGS)
    .executeTakeFirstOrThrow();
  return n;
}

/** The counted answers to a question, by organization type too. Identical ones are one row, so the rows are few. */
export const selectAnswersByType = (db: ReadDatabase, questionId: string) =>
  db
    .selectFrom('answers')
    .innerJoin('accounts', 'accounts.id', 'answers.account_id')
    .select(['answers', 'standing', 'organization_type', (by) => by.fn.countAll<number>().as('count')])
    .where('question_id', '=', questionId)
    .where('standing', 'in', COUNTED_STANDINGS)
    .groupBy(['standing', 'answers', 'organization_type']);

/** The counted answers by organization type, without the types that no one who answered has. */
export async function countByOrganizationType(
  db: ReadDatabase,
  key: QuestionKey,
): Promise<{ organizationType: string; results: BothResults }[]> {
  const given = await selectAnswersByType(db, key.questionId).execute();
  const asked = await typeOf(db, key);
  const types = await readOrganizationTypes(db);
  return reportedTypes(types).flatMap((organizationType) => {
    const theirs = given.filter((row) => reportedTypeOf(types, row.organization_type) === organizationType);
    return theirs.length > 0 ? [{ organizationType, results: tally(key, asked, theirs) }] : [];
  });
}

const typeOf = (db: ReadDatabase, { questionId }: QuestionKey) =>
  db.selectFrom('questions').select(['type', 'options']).where('id', '=', questionId).executeTakeFirstOrThrow();

/** Everyone's answers, and of them those of confirmed accounts. */
function tally({ campaignId, questionId }: QuestionKey, asked: TypedQuestion, given: Given[]): BothResults {
  const confirmed = given.filter(({ standing }) => standing === 'confirmed');
  return { campaignId, questionId, ...countChoices(asked, given), confirmed: countChoices(asked, confirmed) };
}

/** Choices that a later pack no longer offers count as an answer, and for no choice. */
function countChoices(asked: TypedQuestion, given: Given[]): Pick<BothResults, 'n' | 'counts'> {
  const counts = new Map(optionsOf(asked).map(({ words }) => [words, 0]));
  let n = 0;
  for (const { answers, count } of given) {
    n += count;
    for (const { words } of chosenOptions(asked, answers)) {
      const counted = counts.get(words);
      if (counted !== undefined) counts.set(words, counted + count);
    }
  }
  return { n, counts: [...counts.values()] };
}

export interface Option {
  number: number;
  words: string;
}

/** As answers name them, in the order of the choices. */
const YES_NO: Option[] = [
  { number: 1, words: 'yes' },
  { number: 0, words: 'no' },
];

type TypedQuestion = Pick<QuestionRow, 'type' | 'options'>;

/** The options of a question, in the order in which the app shows them; none for a question of type comment. */
export const optionsOf = ({ type, options }: TypedQuestion): Option[] =>
  type === 'yes-no'
    ? YES_NO
    : choicesOf({ questionTypes: type, options: JSON.parse(options) }).map((words, index) => ({
        number: index + 1,
        words,
      }));

/**
 * The options that an account chose, as numbers and as text.
 * @param answers JSON as it is stored: `["yes"]`, `[4]`, `[1,3]`
 */
export function chosenOptions(question: TypedQuestion, answers: string): Option[] {
  const offered = optionsOf(question);
  const chosen: (string | number)[] = JSON.parse(answers);
  return chosen.map(
    (choice) =>
      offered.find(({ number, words }) => (typeof choice === 'number' ? number : words) === choice) ?? {
        // A later pack has other options or another type for the question.
        number: typeof choice === 'number' ? choice : 0,
        words: `option ${choice}, no longer offered`,
      },
  );
}
