import type { Question } from '@companion/contract/question';
import { type Kysely, type Selectable, sql } from 'kysely';
import { compiledOnce } from '../platform/db/compiledOnce.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Database } from '../platform/db/schema.ts';
import type { Services } from '../platform/services.ts';
import { autocommit } from '../platform/transact.ts';
import { standingOf } from '../safeguards/accountStanding.ts';
import type { QuestionKey } from './questionQueries.ts';

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
export type OnRecord = 'this' | 'other' | 'none';

type GivenRow = Omit<Selectable<Database['answers']>, 'standing'>;
const NO_ROW: GivenRow = {
  account_id: '',
  question_id: '',
  campaign_id: '',
  answers: '',
  comment: '',
  created_at: 0,
  made_at: null,
};
// Object.keys loses the key type.
const COLUMNS = Object.keys(NO_ROW) as (keyof GivenRow)[];
/** PostgreSQL takes a parameter in a list of columns for text. */
const typeOf = (column: keyof GivenRow) => sql.raw(column.endsWith('_at') ? 'bigint' : 'text');

/**
 * Stores an account's answer to a question unless there is one already, or its numbers do not mean the same options any
 * more: a publication may be on its way, which waits for the row that this locks, or this for it (publish.ts). It tells
 * nobody: while someone watches the question, liveHub.ts counts its answers again.
 */
export function answerWriter(
  services: Pick<Services, 'config' | 'db'>,
): (accountId: string, asked: Checked, answer: GivenAnswer, times: AnswerTimes) => Promise<OnRecord> {
  const insert = compiledOnce(
    (db: Kysely<Database>) =>
      db
        .insertInto('answers')
        .columns([...COLUMNS, 'standing'])
        .expression(
          db
            .selectFrom('questions')
            .select([
              ...COLUMNS.map((column) => sql`cast(${NO_ROW[column]} as ${typeOf(column)})`.as(column)),
              standingOf(services, NO_ROW.account_id).as('standing'),
            ])
            .where('id', '=', '')
            .where('type', '=', 'comment')
            // Options may be added at the end.
            .where(sql<string>`substr(options, 1, ${0})`, '=', '')
            .$if(services.config.databaseUrl !== undefined, (query) => query.forKeyShare()),
        )
        .onConflict((conflict) => conflict.columns(['account_id', 'question_id']).doNothing())
        .returning('question_id'),
    ({ row, asked }: { row: GivenRow; asked: Checked }) => {
      const options = JSON.stringify(asked.options).slice(0, -1);
      const inCharacters = [...options].length;
      const values = COLUMNS.map((column) => row[column]);
      return [...values, row.account_id, asked.questionId, asked.questionTypes, inCharacters, options];
    },
  );
  return (accountId, asked, answer, { at, madeAt }) =>
    autocommit(services, async (db) => {
      const row = {
        account_id: accountId,
        question_id: asked.questionId,
        campaign_id: asked.campaignId,
        answers: JSON.stringify(answer.answers),
        comment: answer.comment,
        created_at: at,
        made_at: madeAt,
      };
      const inserted = await insert(db, { row, asked });
      return inserted.length > 0 ? 'this' : findStoredAnswer(db, accountId, asked.questionId, answer);
    });
}

/** Compares an answer with the stored one. */
export async function findStoredAnswer(
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
