import type { LiveSource } from '../live/liveSource.ts';
import { countAnswers } from './countAnswers.ts';
import { stageState } from './pollQueries.ts';
import { maySee } from './pollState.ts';

/** What is on stage, for those who watch live. */
export const pollSource: LiveSource = { stageState, countAnswers, maySee };
