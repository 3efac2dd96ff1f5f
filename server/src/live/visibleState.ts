import type { AnnouncementState } from '@companion/contract/announcement';
import { type AgendaState, type PollResults, RESULTS_SHOWN_TO, type ResultsShownTo } from '@companion/contract/live';
import { countedInHall } from '@companion/contract/staff/hallCounts';
import type { BothResults } from '@companion/contract/staff/polls';
import type { HallCounts } from '@companion/contract/staff/safeguards';
import type { StaffLiveState } from '@companion/contract/staff/staffLive';
import type { Answered } from '@companion/contract/staff/stage';
import type { Audience, AudienceQuestionCounts, CurrentAnnouncements, QuestionChanges, Staged } from './liveSource.ts';
import type { ModeratedSession } from './readChanges.ts';

/** What the last read of the database has found, the same for all audiences. */
export interface LatestRead {
  newest: number;
  agenda: AgendaState;
  event: number;
  screen: number;
  programme: number;
  questions: QuestionChanges;
  staged: Staged | null;
  /** Whose answers stage and phones are shown. */
  hallCounts: HallCounts;
  /** The sessions whose questions from the hall were moderated last. */
  moderated: ModeratedSession[];
  announcements: CurrentAnnouncements;
}

interface Counted {
  /** The agenda as it may be announced. */
  agenda: AgendaState;
  /** The newest count of answers for this audience. */
  results: BothResults | null;
  /** Undefined until they are read. */
  audienceQuestionCounts: AudienceQuestionCounts | undefined;
  /** Marks of upvotes by session; undefined until they are read. */
  upvoteMarks: Map<string, string> | undefined;
}

/** The state as this audience may see it. What it may not see is not in its frames at all. */
export function visibleState(
  audience: Audience,
  latest: LatestRead,
  { agenda, results, audienceQuestionCounts, upvoteMarks }: Counted,
): StaffLiveState {
  const { questions, event, staged, hallCounts, moderated, screen, programme, announcements } = latest;
  const { revision, changed } = questions;
  const { pending, upvoteChanges } = audienceQuestionCounts ?? { pending: 0, upvoteChanges: 0 };
  // The count may be of what was on stage before.
  const isCounted = results?.questionId === staged?.poll.questionId;
  const seen = isCounted && staged && maySeeResults(staged.shownTo, audience) ? results : null;
  return {
    stage: staged?.poll ?? null,
    // The hall has one number, the staff both.
    results: seen && audience !== 'staff' ? hallResults(hallCounts, seen) : seen,
    questions: { revision, ...(changed && { changed }) },
    // The console reads what it shows.
    agenda: audience === 'everyone' ? agenda : { revision: agenda.revision },
    audienceQuestions: moderated.map((session) => ({ ...session, upvotes: upvoteMarks?.get(session.contentId) ?? '' })),
    ...(audience === 'stage'
      ? { answered: isCounted && results ? withoutCounts(hallResults(hallCounts, results)) : null }
      : {}),
    ...(audience === 'stage' ? {} : { announcement: withoutNextAt(announcements) }),
    ...(audience === 'everyone'
      ? { event: { revision: event } }
      : { screen: { revision: screen, upvotes: upvoteChanges } }),
    ...(audience === 'staff' ? { queue: { pending }, programme: { revision: programme } } : {}),
  };
}

const withoutNextAt = ({ nextAt: _, ...announced }: CurrentAnnouncements): AnnouncementState => announced;

/** The results as the hall is shown them: one number, and whose it is. */
export function hallResults(choice: HallCounts, { confirmed, ...everyone }: BothResults): PollResults {
  // A node of an earlier version has no other number.
  if (!confirmed) return everyone;
  const counted = countedInHall(choice, everyone.n, confirmed.n);
  return counted === 'confirmed' ? { ...everyone, ...confirmed, counted } : { ...everyone, counted };
}

/** How many have answered is no result: the stage shows it while the results are hidden (decision 058). */
export function withoutCounts({ counts: _, ...answered }: PollResults): Answered {
  return answered;
}

/** Whether results that are shown to `shownTo` may be sent to this audience. */
export const maySeeResults = (shownTo: ResultsShownTo, audience: Audience): boolean =>
  RESULTS_SHOWN_TO.indexOf(shownTo) >= RESULTS_SHOWN_TO.indexOf(audience);
