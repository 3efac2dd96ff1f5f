import type { PollResults, ResultsShownTo, StagePoll } from '@companion/contract/live';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { HallCount } from './hallCounts.ts';

/** Who watches: attendees, the stage's screens, the staff. */
export type Audience = Exclude<ResultsShownTo, 'none'>;

export interface Staged {
  poll: StagePoll;
  shownTo: ResultsShownTo;
}

/** Where the hub reads what is on stage. */
export interface LiveSource {
  /** Null while nothing is on stage. A countdown closes a poll at its time. */
  stageState(db: ReadDatabase, now: number): Promise<Staged | null>;
  countAnswers(db: ReadDatabase, poll: Pick<StagePoll, 'campaignId' | 'questionId'>): Promise<PollResults>;
  countHall(db: ReadDatabase): Promise<HallCount>;
  maySee(shownTo: ResultsShownTo, audience: Audience): boolean;
}
