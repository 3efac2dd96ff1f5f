import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The states of polls, and what is on stage (decision 048). A question without a row is open, and its results are shown
 * to nobody. `stage` gets its one row with the first change: a restore fills the tables as they were.
 */
export const polls: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('polls')
      .addColumn('question_id', 'text', (c) => c.primaryKey().references('questions.id'))
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('shown_to', 'text', (c) => c.notNull())
      .addColumn('closes_at', 'bigint')
      .addColumn('stage_position', 'integer')
      .addColumn('version', 'integer', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('stage')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('question_id', 'text', (c) => c.references('questions.id'))
      .execute();
    // Results are counted from this index alone.
    await db.schema
      .createIndex('answers_by_question_id_answers')
      .on('answers')
      .columns(['question_id', 'answers'])
      .execute();
  },
};
