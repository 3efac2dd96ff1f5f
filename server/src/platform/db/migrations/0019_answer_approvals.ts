import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The texts that may be shown on stage (decision 048). An approval goes with its answer. */
export const answerApprovals: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('answer_approvals')
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('question_id', 'text', (c) => c.notNull().references('questions.id'))
      .addColumn('approved_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('answer_approvals_pk', ['question_id', 'account_id'])
      .execute();
    // For the deletion of an account's rows.
    await db.schema.createIndex('answer_approvals_by_account_id').on('answer_approvals').column('account_id').execute();
  },
};
