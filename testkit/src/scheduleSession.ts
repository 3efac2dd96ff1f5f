import { recordChange } from '@companion/server/platform/recordChange';
import type { TestServices } from './testServer.ts';

type Server = { services: Pick<TestServices, 'db' | 'now'> };

type Schedule = { starts_at?: number | null; ends_at?: number | null; room?: string | null; hidden?: 0 | 1 };

/** Changes when and where a session is, now, as a publication does. */
export async function moveSession({ services: { db, now } }: Server, id: string, to: Schedule) {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('content')
      .set((row) => ({ ...to, revision: row('revision', '+', 1), changed_at: now() }))
      .where('id', '=', id)
      .execute();
    await recordChange({ db: trx, now }, 'agenda', id);
  });
}

/** Sets when and where a session is, as everyone knows it. */
export async function scheduleSession({ services: { db, now } }: Server, id: string, at: Schedule) {
  await db.transaction().execute(async (trx) => {
    const known = await trx
      .updateTable('content')
      .set({ ...at, changed_at: 1 })
      .where('id', '=', id)
      .returning(['starts_at', 'ends_at', 'room', 'hidden'])
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('told_sessions')
      .values({ content_id: id, ...known })
      .onConflict((conflict) => conflict.column('content_id').doUpdateSet(known))
      .execute();
    await recordChange({ db: trx, now }, 'agenda', id);
  });
}
