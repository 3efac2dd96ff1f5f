import { readCurrentAnnouncements } from '../announcements/currentAnnouncements.ts';
import { upvoteMarks } from '../audienceQuestions/audienceQuestionQueries.ts';
import { countAudienceQuestions } from '../audienceQuestions/stageBoard.ts';
import { readContentList } from '../content/contentQueries.ts';
import type { LiveSource } from '../live/liveSource.ts';
import { readHallCounts } from '../safeguards/safeguardSettings.ts';
import { countAnswers } from './countAnswers.ts';
import { stageState } from './pollQueries.ts';
import { readQuestionChanges } from './readQuestionChanges.ts';

/** What is on stage, when polls close, what is announced, and what the hall does, for those who watch live. */
export const pollSource: LiveSource = {
  stageState,
  readQuestionChanges,
  readContent: readContentList,
  countAnswers,
  readHallCounts,
  readCurrentAnnouncements,
  countAudienceQuestions,
  upvoteMarks,
};
