import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The tables of questions from the hall and of stage screens have the names that the code has for them. */
export const renamedTables: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema.alterTable('asks').renameTo('audience_questions').execute();
    await schema.alterTable('ask_upvotes').renameTo('audience_question_upvotes').execute();
    await schema.alterTable('audience_question_upvotes').renameColumn('ask_id', 'audience_question_id').execute();
    await schema.alterTable('staff_devices').renameTo('stage_screens').execute();
  },
};
