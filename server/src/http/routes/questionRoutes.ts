import { answerErrors, answerQuestion } from '@companion/contract/answer';
import { POLL_CLOSED } from '@companion/contract/constants';
import { getQuestion, getQuestions } from '@companion/contract/question';
import { reject } from '../../platform/domainError.ts';
import { MINUTE } from '../../platform/time.ts';
import { autocommit } from '../../platform/transact.ts';
import { takesAnswers, takesLateAnswer } from '../../polls/pollState.ts';
import { questionReader } from '../../polls/questionQueries.ts';
import { findStoredAnswer, saveAnswer } from '../../polls/saveAnswer.ts';
import { type Api, handle } from '../handle.ts';

const UNKNOWN = 'There is no such question.';

export function questionRoutes(api: Api): void {
  const { services } = api;
  const { db, now, config } = services;
  const questions = questionReader(db);

  handle(api, getQuestions, async ({ me }) => ({ results: await questions.list(me.accountId, now()) }));

  handle(api, getQuestion, async ({ params, me }) => {
    const found = (await questions.find(me.accountId, params, now())) ?? reject('notFound', UNKNOWN);
    return { results: found.question };
  });

  handle(api, answerQuestion, async ({ params, body, me }) => {
    if (body.questionId !== params.questionId) {
      reject('invalid', 'Please check what you entered.', { questionId: 'Must be the question of the address' });
    }
    const at = now();
    const asked = (await questions.find(me.accountId, body, at)) ?? reject('notFound', UNKNOWN);
    const errors = answerErrors(asked.question, body);
    if (errors) reject('invalid', 'Please check what you entered.', errors);

    // Choices have no order: [3,1] sent again as [1,3] is the same answer.
    const answer = { answers: body.answers.toSorted(), comment: body.comment ?? '' };
    const madeAt = at - (body.ageMs ?? 0);
    const isInTime = takesAnswers(asked.stored, at);
    const isLate = !isInTime && takesLateAnswer(asked.stored, madeAt, at, config.lateAnswerMinutes * MINUTE);
    const times = { at, madeAt: isLate ? madeAt : null };
    const stored =
      isInTime || isLate
        ? await autocommit(services, (writer) => saveAnswer(writer, me.accountId, body, answer, times))
        : await findStoredAnswer(db, me.accountId, body.questionId, answer);
    if (stored === 'other') reject('conflict', 'You have already answered this question.');
    if (stored === 'none') reject('conflict', POLL_CLOSED);
    return {
      message: 'Your answer has been sent. Thank you for your feedback.',
      nextQuestionId: await questions.nextId(me.accountId, body, at),
    };
  });
}
