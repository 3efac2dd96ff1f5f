import type { AnnouncementState } from '@companion/contract/announcement';
import type { WrittenItem } from '@companion/contract/content';
import type { QuestionsState, ResultsShownTo, StagePoll } from '@companion/contract/live';
import type { BothResults } from '@companion/contract/staff/polls';
import type { HallCounts } from '@companion/contract/staff/safeguards';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Services } from '../platform/services.ts';

/** Who watches: attendees, the stage's screens, the staff. */
export type Audience = Exclude<ResultsShownTo, 'none'>;

export interface Staged {
  poll: StagePoll;
  shownTo: ResultsShownTo;
}

/** The list of questions, as it is announced. */
export interface QuestionChanges extends QuestionsState {
  /** When the next countdown ends, of a poll off stage too; null without any. */
  nextAt: number | null;
}

/** The announcements, as everyone is told of them. */
export interface CurrentAnnouncements extends AnnouncementState {
  /** When the next one begins or ends; null if none does. */
  nextAt: number | null;
}

/** Of the questions from the hall, what changes without a recorded change. */
export interface AudienceQuestionCounts {
  /** Questions that wait for a moderator. */
  pending: number;
  /** How often upvotes of the questions on stage have changed. */
  upvoteChanges: number;
}

/** Where the hub reads all that it sends. */
export interface LiveSource {
  /** Null while nothing is on stage. A countdown closes a poll at its time. */
  stageState(db: ReadDatabase, now: number): Promise<Staged | null>;
  readQuestionChanges(db: ReadDatabase, now: number): Promise<QuestionChanges>;
  /** Every item, in the order of the list. */
  readContent(db: ReadDatabase): Promise<WrittenItem[]>;
  countAnswers(db: ReadDatabase, poll: Pick<StagePoll, 'campaignId' | 'questionId'>): Promise<BothResults>;
  /** Whose answers stage and phones are shown. */
  readHallCounts(db: ReadDatabase): Promise<HallCounts>;
  countAudienceQuestions(db: ReadDatabase): Promise<AudienceQuestionCounts>;
  /** For each of these sessions a mark of the upvotes that its questions have, of those that everyone sees: other upvotes, another mark. */
  upvoteMarks(services: Pick<Services, 'db' | 'keys'>, contentIds: string[]): Promise<Map<string, string>>;
  readCurrentAnnouncements(db: ReadDatabase, now: number): Promise<CurrentAnnouncements>;
}
