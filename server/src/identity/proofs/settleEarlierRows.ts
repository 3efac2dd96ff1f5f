import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ParticipationTables } from '../../platform/db/participationSchema.ts';
import type { Database } from '../../platform/db/schema.ts';

interface Earlier {
  accountId: string;
  /** Rows from this time on stay. */
  before: number;
}

/**
 * What an account sent, and its consents, by table: the condition of the rows from before a time. Rows that depend on
 * others come first. A new table of what attendees send does not compile without an entry.
 */
const EARLIER_ROWS: Record<keyof ParticipationTables | 'consents', (earlier: Earlier) => RawBuilder<SqlBool>> = {
  answer_approvals: (earlier) => sql`question_id in (select question_id from answers where ${writtenBefore(earlier)})`,
  answers: writtenBefore,
  comment_moderations: (earlier) =>
    sql`content_id in (select content_id from comments where ${changedBefore(earlier)})`,
  comments: changedBefore,
  votes: changedBefore,
  ask_upvotes: writtenBefore,
  asks: writtenBefore,
  feedback: writtenBefore,
  consents: ({ before }) => sql`accepted_at < ${before}`,
};

/**
 * Deletes what an account sent before a time, or gives it to another account, which must be a new one.
 * @param to the other account's id; undefined to delete
 */
export async function settleEarlierRows(db: Kysely<Database>, earlier: Earlier, to: string | undefined): Promise<void> {
  for (const [table, condition] of Object.entries(EARLIER_ROWS)) {
    const theirs = sql`account_id = ${earlier.accountId} and ${condition(earlier)}`;
    const statement =
      to === undefined
        ? sql`delete from ${sql.table(table)} where ${theirs}`
        : sql`update ${sql.table(table)} set account_id = ${to} where ${theirs}`;
    await statement.execute(db);
  }
}

function writtenBefore({ accountId, before }: Earlier): RawBuilder<SqlBool> {
  return sql`account_id = ${accountId} and created_at < ${before}`;
}

/** A vote or comment that was changed since has the value of the later time. */
function changedBefore({ accountId, before }: Earlier): RawBuilder<SqlBool> {
  return sql`account_id = ${accountId} and updated_at < ${before}`;
}
