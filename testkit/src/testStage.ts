import type { ResultsShownTo } from '@companion/contract/live';
import type { PollChange } from '@companion/contract/staff/polls';
import { liveSource } from '@companion/server/http/startLive';
import type { LiveSource } from '@companion/server/live/liveSource';
import { hostPoll } from './hostPoll.ts';
import type { TestServices } from './testServer.ts';

/** The poll of the test event that tests put on stage. */
export const STAGE_POLL = { campaignId: 'polls', questionId: 'poll-a' };

/** The stage of the database, with a count of how often answers were counted. */
export interface TestStage {
  source: LiveSource;
  counts: number;
}

export function testStage(): TestStage {
  const stage: TestStage = {
    counts: 0,
    source: {
      ...liveSource,
      countAnswers: (db, poll) => {
        stage.counts += 1;
        return liveSource.countAnswers(db, poll);
      },
    },
  };
  return stage;
}

/** Puts the poll on stage, or changes it there, as a host does. */
export const showOnStage = (services: TestServices, shownTo: ResultsShownTo, more: Partial<PollChange> = {}) =>
  hostPoll(services, STAGE_POLL, { state: 'open', shownTo, isOnStage: true, ...more });

export const clearStage = (services: TestServices) =>
  hostPoll(services, STAGE_POLL, { isOnStage: false, closesInSeconds: null });
