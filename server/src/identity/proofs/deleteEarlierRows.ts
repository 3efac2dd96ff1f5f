import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { participationSchema } from '../../platform/db/participationSchema.ts';
import type { Database } from '../../platform/db/schema.ts';
import { SECOND } from '../../platform/time.ts';

interface Earlier {
  accountId: string;
  /** The first proof of the phone: rows from this time on stay. */
  before: number;
}

/**
 * A session that has ended is trusted for some seconds (decision 031), and its request may wait. What arrives within this
 * time after the proof may still be a stranger's.
 */
const STILL_ARRIVES_MS = 10 * SECOND;

/**
 * What an account sent, accepted and was signed in with, by table: the condition of the rows from before a time. Rows
 * that depend on others come first. A new table of what attendees send does not compile without an entry.
 */
const EARLIER_ROWS: Record<
  keyof typeof participationSchema | 'consents' | 'sessions',
  (earlier: Earlier) => RawBuilder<SqlBool>
> = {
  answer_approvals: (earlier) => sql`question_id in (select question_id from answers where ${createdBefore(earlier)})`,
  answers: createdBefore,
  comment_moderations: (earlier) =>
    sql`content_id in (select content_id from comments where ${changedBefore(earlier)})`,
  comments: changedBefore,
  votes: changedBefore,
  audience_question_upvotes: createdBefore,
  audience_questions: createdBefore,
  feedback: createdBefore,
  consents: ({ before }) => sql`accepted_at < ${before}`,
  sessions: ({ before }) => sql`created_at < ${before}`,
};

/** What changes for those who watch live, and for the account. */
interface Deleted {
  /** The sessions of the agenda whose questions from the hall may have been seen. */
  askedAbout: string[];
  /** The questions of which the stage may have shown a text. */
  approvedFor: string[];
}

/** Deletes what an account sent before a time. */
export async function deleteEarlierRows(db: Kysely<Database>, earlier: Earlier): Promise<Deleted> {
  const earlierRowsOf = (table: keyof typeof EARLIER_ROWS) =>
    sql<SqlBool>`account_id = ${earlier.accountId} and ${EARLIER_ROWS[table](earlier)}`;
  const asks = db.selectFrom('audience_questions').select('content_id').distinct().where('state', '!=', 'pending');
  const approvals = db.selectFrom('answer_approvals').select('question_id').distinct();
  const deleted = {
    askedAbout: (await asks.where(earlierRowsOf('audience_questions')).execute()).map((row) => row.content_id),
    approvedFor: (await approvals.where(earlierRowsOf('answer_approvals')).execute()).map((row) => row.question_id),
  };
  // The keys of the object above are these.
  for (const table of Object.keys(EARLIER_ROWS) as (keyof typeof EARLIER_ROWS)[])
    await sql`delete from ${sql.table(table)} where ${earlierRowsOf(table)}`.execute(db);
  // Stored answers may repeat what was sent.
  await db
    .deleteFrom('idempotency_keys')
    .where('scope', '=', earlier.accountId)
    .where('created_at', '<', earlier.before + STILL_ARRIVES_MS)
    .execute();
  return deleted;
}

function createdBefore({ accountId, before }: Earlier): RawBuilder<SqlBool> {
  return sql`account_id = ${accountId} and created_at < ${before + STILL_ARRIVES_MS}`;
}

/** A vote or comment that was changed since has the value of the later time. */
function changedBefore({ accountId, before }: Earlier): RawBuilder<SqlBool> {
  return sql`account_id = ${accountId} and updated_at < ${before + STILL_ARRIVES_MS}`;
}
