import { recordChange } from '@companion/server/platform/recordChange';
import { transact } from '@companion/server/platform/transact';
import type { TestServer } from './testServer.ts';

/** Changes the title of an item of the agenda, and announces it as a load of the pack does. */
export const renameItem = ({ services }: Pick<TestServer, 'services'>, id: string, title: string): Promise<void> =>
  transact(services, async (tx) => {
    await tx.db.updateTable('content').set({ title }).where('id', '=', id).execute();
    await recordChange(tx, 'agenda', id);
  });
