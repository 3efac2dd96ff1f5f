import type { Question } from '@companion/contract/question';
import { nextOpen, surveyOf } from './surveys.ts';

/** The server's reply to an answer, or that it waits for the network. */
export type Reply = { nextQuestionId?: string | undefined; isWaiting?: boolean };

export interface KnownQuestions {
  /** All questions; undefined if they could not be loaded. */
  questions: readonly Question[] | undefined;
  /** The questions are loading, perhaps again after an answer. */
  isLoading: boolean;
  /** The question is a poll that was on stage while the attendee looked at it. */
  wasOnStage?: boolean;
}

export type NextStep =
  | { to: 'next'; questionId: string }
  /** The question had been answered before, and another one of the survey is open. */
  | { to: 'open'; questionId: string }
  /** Nothing follows: going back completes the survey, if the campaign is one (§4). */
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
  { questions, isLoading, wasOnStage = false }: KnownQuestions,
): NextStep {
  // What follows is the host's to say, on stage.
  if (wasOnStage) return { to: 'finish' };
  if (reply?.nextQuestionId) return { to: 'next', questionId: reply.nextQuestionId };
  // The server has named none: that decides, whatever the list says.
  if (reply && !reply.isWaiting) return { to: 'finish' };
  const open = nextOpen(questions ?? [], question);
  // Without the server's reply, the list names what it would have named.
  if (reply && open) return { to: 'next', questionId: open.id };
  if (!surveyOf(question.campaignId)) return { to: 'finish' };
  if (!reply && isLoading) return { to: 'unknown' };
  if (!questions) return { to: 'dashboard' };
  return open ? { to: 'open', questionId: open.id } : { to: 'finish' };
}
