import type { PollChange } from '@companion/contract/staff/polls';
import { transact } from '@companion/server/platform/transact';
import { changePoll } from '@companion/server/questions/changePoll';
import { findPoll } from '@companion/server/questions/pollQueries';
import type { TestServer } from './testServer.ts';

/** Changes a poll as a host does who has just read it. */
export async function hostPoll(
  { services, clock }: Pick<TestServer, 'services' | 'clock'>,
  key: { campaignId: string; questionId: string },
  change: Omit<PollChange, 'version'>,
): Promise<void> {
  const version = (await findPoll(services.db, key, clock.now()))?.version ?? 0;
  await transact(services, (tx) => changePoll(tx, key, { ...change, version }));
}
