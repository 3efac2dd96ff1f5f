import type { Question } from '@companion/contract/question';
import { nextOpen, surveyOf } from './surveys.ts';

/** The answer of the server to what was just sent. */
export type Reply = { nextQuestionId?: string };

/** All questions as far as this page knows them; undefined where they could not be loaded. */
export interface KnownQuestions {
  questions: readonly Question[] | undefined;
  /** They are on their way, perhaps once more after an answer. */
  isLoading: boolean;
}

export type WayOn =
  | { to: 'next'; questionId: string }
  /** Another question of the survey is open, though the reply named none. */
  | { to: 'open'; questionId: string }
  /** Nothing is open: going back completes the survey, where the campaign is one (§4). */
  | { to: 'finish' }
  /** What is open is not known: going back completes nothing. */
  | { to: 'dashboard' }
  | { to: 'unknown' };

/**
 * Where a question that has been answered leads (§4, decision 026).
 * @param reply undefined where the question had been answered before
 */
export function wayOn(question: Question, reply: Reply | undefined, { questions, isLoading }: KnownQuestions): WayOn {
  if (reply?.nextQuestionId) return { to: 'next', questionId: reply.nextQuestionId };
  if (!surveyOf(question.campaignId)) return { to: 'finish' };
  // While the list is fetched again, the reply is newer: it names a question as long as one is open (decision 032).
  if (isLoading) return { to: reply ? 'finish' : 'unknown' };
  if (!questions) return { to: reply ? 'finish' : 'dashboard' };
  const open = nextOpen(questions, question);
  return open ? { to: 'open', questionId: open.id } : { to: 'finish' };
}
