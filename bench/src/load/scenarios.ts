import { credentials } from '@companion/contract/session';
import type { Audience } from '../system/audience.ts';
import type { Visit } from '../system/loops.ts';

interface PolledQuestion {
  campaignId: string;
  questionId: string;
}

/** A poll on stage: the list, the question, the answer, and the next question. */
export const stagePoll =
  (audience: Audience, { campaignId, questionId }: PolledQuestion): Visit =>
  async (number, send) => {
    const params = { campaignId, questionId };
    await send(audience.ask(number, { call: 'getQuestions' }));
    const question = await send(audience.ask(number, { call: 'getQuestion', params }));
    const isComment = JSON.parse(question.text).results?.questionTypes === 'comment';
    const given = isComment ? { answers: [], comment: `What number ${number} thinks.` } : { answers: ['yes'] };
    const body = { campaignId, questionId, ...given };
    const answered = await send(audience.ask(number, { call: 'answerQuestion', params, body }));
    if (answered.status !== 200) return;
    const { nextQuestionId } = JSON.parse(answered.text);
    if (nextQuestionId) {
      await send(audience.ask(number, { call: 'getQuestion', params: { campaignId, questionId: nextQuestionId } }));
    }
  };

/** The agenda is reloaded: every other phone has the list and only checks whether it changed. */
export const agendaStorm =
  (audience: Audience, etag: string): Visit =>
  async (number, send) => {
    await send(audience.ask(number, { call: 'getContent', ...(number % 2 ? {} : { etag }) }));
  };

/** The list with this account's votes and comments. */
export const contentList =
  (audience: Audience, encoding?: string): Visit =>
  async (number, send) => {
    await send(audience.ask(number, { call: 'getContent', ...(encoding ? { encoding } : {}) }));
  };

/** One durable row per request: each account votes on one item after the other. */
export function durableVotes(audience: Audience, items: { campaignId: string; contentId: string }[]): Visit {
  let votes = 0;
  return async (_, send) => {
    const number = votes++;
    const item = items[Math.floor(number / audience.accounts.length) % items.length];
    await send(audience.ask(number, { call: 'createVote', body: { ...item, vote: 'up' } }));
  };
}

/** The questions from the hall to a session are read by those who show it; one in fifty has upvoted just before. */
export const hallAudienceQuestions =
  (audience: Audience, contentId: string, audienceQuestionIds: string[], encoding?: string): Visit =>
  async (number, send) => {
    const audienceQuestionId = audienceQuestionIds[number % audienceQuestionIds.length];
    if (audienceQuestionId && number % 50 === 0) {
      const body = { upvoted: number % 100 === 0 };
      await send(audience.ask(number, { call: 'upvoteAudienceQuestion', params: { audienceQuestionId }, body }));
    }
    await send(
      audience.ask(number, { call: 'getAudienceQuestions', params: { contentId }, ...(encoding ? { encoding } : {}) }),
    );
  };

/** A sign-in by SMS: the number, and the code as soon as it has been texted. */
export const arrivals =
  (audience: Audience, codeFor: (phone: string) => Promise<string>): Visit =>
  async (number, send) => {
    const { phone } = audience.account(number);
    const texted = codeFor(phone);
    await send(audience.ask(number, { call: 'login', body: { phone } }));
    const code = await texted;
    const signedIn = await send(audience.ask(number, { call: 'smsLogin', body: { phone, code } }));
    if (signedIn.status === 200) credentials.parse(JSON.parse(signedIn.text));
  };
