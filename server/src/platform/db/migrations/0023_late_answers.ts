import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Answers that were made before a closing and arrived after it (decision 053), and indexes from which the console's
 * overview counts every two seconds.
 */
export const lateAnswers: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('answers').addColumn('made_at', 'bigint').execute();
    await db.schema.alterTable('polls').addColumn('opened_at', 'bigint').execute();
    await db.schema
      .createIndex('answers_late')
      .on('answers')
      .column('question_id')
      .where(sql<boolean>`made_at is not null`)
      .execute();

    await index('answers_by_question_id_created_at', 'answers', ['question_id', 'created_at']);
    await index('votes_by_created_at', 'votes', ['created_at']);
    await index('comments_by_created_at', 'comments', ['created_at']);
    await index('sessions_by_created_at', 'sessions', ['created_at', 'account_id']);
    // In this order: by the other one, a search for invitations would use it, and sort.
    await index('accounts_by_registration', 'accounts', ['source', 'registration_complete']);

    function index(name: string, table: string, columns: string[]) {
      return db.schema.createIndex(name).on(table).columns(columns).execute();
    }
  },
};
