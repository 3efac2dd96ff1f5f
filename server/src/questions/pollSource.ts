import { countHall } from '../asks/stageBoard.ts';
import type { LiveSource } from '../live/liveSource.ts';
import { countAnswers } from './countAnswers.ts';
import { stageState } from './pollQueries.ts';
import { maySee } from './pollState.ts';

/** What is on stage, and what the hall does, for those who watch live. */
export const pollSource: LiveSource = { stageState, countAnswers, countHall, maySee };
