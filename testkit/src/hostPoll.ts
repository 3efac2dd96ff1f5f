import type { Poll, PollChange } from '@companion/contract/staff/polls';
import { transact } from '@companion/server/platform/transact';
import { changePoll } from '@companion/server/polls/changePoll';
import { findPoll } from '@companion/server/polls/pollQueries';
import type { QuestionKey } from '@companion/server/polls/questionQueries';
import type { TestServices } from './testServer.ts';

/** Changes a poll as a host does who has just read it. */
export const hostPoll = (
  services: TestServices,
  key: QuestionKey,
  change: Omit<PollChange, 'version'>,
): Promise<Poll> =>
  transact(services, async (tx) => {
    const { version = 0 } = (await findPoll(tx.db, key, tx.now())) ?? {};
    return changePoll(tx, key, { ...change, version });
  });
