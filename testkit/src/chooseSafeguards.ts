import type { Safeguards } from '@companion/contract/staff/safeguards';
import { transact } from '@companion/server/platform/transact';
import { changeSafeguards } from '@companion/server/safeguards/safeguardSettings';
import type { TestServer } from './testServer.ts';

/** Chooses a safeguard as the first host does who changes them. */
export const chooseSafeguards = (
  { services }: Pick<TestServer, 'services'>,
  choice: Partial<Safeguards>,
): Promise<Safeguards> => transact(services, (tx) => changeSafeguards(tx, { ...choice, version: 0 }));
