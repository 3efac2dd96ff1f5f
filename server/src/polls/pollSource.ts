import { upvoteMarks } from '../audienceQuestions/audienceQuestionQueries.ts';
import { countAudienceQuestions } from '../audienceQuestions/stageBoard.ts';
import { readContentList } from '../content/contentQueries.ts';
import type { HallSource } from '../live/liveSource.ts';
import { readHallCounts } from '../safeguards/safeguardSettings.ts';
import { countAnswers } from './countAnswers.ts';
import { stageState } from './pollQueries.ts';
import { readQuestionChanges } from './readQuestionChanges.ts';

/** What is on stage, when polls close, and what the hall does, for those who watch live. */
export const pollSource: HallSource = {
  stageState,
  readQuestionChanges,
  readContent: readContentList,
  countAnswers,
  readHallCounts,
  countAudienceQuestions,
  upvoteMarks,
};
