import { namesOf } from '@companion/server/event/eventQueries';
import { recordChange } from '@companion/server/platform/recordChange';
import { transact } from '@companion/server/platform/transact';
import type { TestServer } from './testServer.ts';

/** Changes the zone of the event and the labels of its days, and announces it as a publication does. */
export const changeEvent = (
  { services }: Pick<TestServer, 'services'>,
  { timeZone, dayFilters }: { timeZone: string; dayFilters: string[] },
): Promise<void> =>
  transact(services, async (tx) => {
    const names = namesOf(await tx.db.selectFrom('events').select('names').executeTakeFirstOrThrow());
    await tx.db
      .updateTable('events')
      .set({ time_zone: timeZone, names: JSON.stringify({ ...names, dayFilters }) })
      .execute();
    await recordChange(tx, 'event', 'names');
  });
