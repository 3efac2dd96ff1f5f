import type { Question } from '@companion/contract/question';
import { nextOpen, surveyOf } from './surveys.ts';

/** The server's reply to an answer, or that it waits for the network. */
export type Reply = { nextQuestionId?: string | undefined; isWaiting?: boolean };

/** All questions; undefined if they could not be loaded. */
export interface KnownQuestions {
  questions: readonly Question[] | undefined;
  /** The questions are loading, perhaps again after an answer. */
  isLoading: boolean;
}

export type NextStep =
  | { to: 'next'; questionId: string }
  /** Another question of the survey is open, although the reply named none. */
  | { to: 'open'; questionId: string }
  /** No question is open: going back completes the survey, if the campaign is one (§4). */
  | { to: 'finish' }
  /** It is not known whether a question is open: going back completes nothing. */
  | { to: 'dashboard' }
  | { to: 'unknown' };

/**
 * The next step after a question has been answered (§4, decision 026).
 * @param reply undefined if the question had been answered before
 */
export function nextStep(
  question: Question,
  reply: Reply | undefined,
  { questions, isLoading }: KnownQuestions,
): NextStep {
  if (reply?.nextQuestionId) return { to: 'next', questionId: reply.nextQuestionId };
  // Without a reply, the list names what it would have named.
  const next = reply?.isWaiting ? nextOpen(questions ?? [], question) : undefined;
  if (next) return { to: 'next', questionId: next.id };
  if (!surveyOf(question.campaignId)) return { to: 'finish' };
  if (reply?.isWaiting && !questions) return { to: 'dashboard' };
  // While the list is loading, the reply is newer: it names a question as long as one is open (decision 032).
  if (isLoading) return { to: reply ? 'finish' : 'unknown' };
  if (!questions) return { to: reply ? 'finish' : 'dashboard' };
  const open = nextOpen(questions, question);
  return open ? { to: 'open', questionId: open.id } : { to: 'finish' };
}
