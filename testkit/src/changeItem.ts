import { recordChange } from '@companion/server/platform/recordChange';
import { transact } from '@companion/server/platform/transact';
import type { TestServer } from './testServer.ts';

/** Changes an item of the agenda, or removes it by `hidden`, and announces it as a load of the pack does. */
export const changeItem = (
  { services }: Pick<TestServer, 'services'>,
  id: string,
  changed: { title: string } | { hidden: 0 | 1 },
): Promise<void> =>
  transact(services, async (tx) => {
    await tx.db
      .updateTable('content')
      .set((row) => ({ ...changed, revision: row('revision', '+', 1) }))
      .where('id', '=', id)
      .execute();
    await recordChange(tx, 'agenda', id);
  });
