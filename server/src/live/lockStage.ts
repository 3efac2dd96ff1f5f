import type { Transacting } from '../platform/transact.ts';

/** Lets one change of polls and of the stage proceed at a time, on every node. */
export async function lockStage({ db }: Pick<Transacting, 'db'>): Promise<void> {
  await db
    .insertInto('stage')
    .values({ id: 1, question_id: null, content_id: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 1 }))
    .execute();
}
