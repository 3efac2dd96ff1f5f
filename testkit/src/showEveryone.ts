import { transact } from '@companion/server/platform/transact';
import { changeSafeguards, readSafeguards } from '@companion/server/safeguards/safeguardSettings';
import type { TestServices } from './testServer.ts';

/** Shows the hall everyone's answers and upvotes, as a host does: those whom a test registers have proved no phone. */
export const showEveryone = ({ services }: { services: TestServices }): Promise<unknown> =>
  transact(services, async (tx) => {
    const { version } = await readSafeguards(tx.db);
    return changeSafeguards(tx, { hallCounts: 'everyone', version });
  });
