import { credentials } from '@companion/contract/session';
import type { Caller, Shot } from './caller.ts';
import type { Visit } from './loops.ts';

export interface Account {
  phone: string;
  /** An access token. */
  token: string;
}

/** Whom a scenario asks: each account keeps to one node, as a phone on a kept connection does. */
export class Hall {
  readonly callers: Caller[];
  readonly accounts: Account[];

  constructor(callers: Caller[], accounts: Account[]) {
    this.callers = callers;
    this.accounts = accounts;
  }

  account(number: number): Account {
    const account = this.accounts[number % this.accounts.length];
    if (!account) throw new Error('The hall is empty.');
    return account;
  }

  /** What sends a call as that account. */
  ask(number: number, shot: Shot): () => ReturnType<Caller['send']> {
    const { token } = this.account(number);
    const caller = this.callers[number % this.callers.length];
    if (!caller) throw new Error('There is no server.');
    return () => caller.send({ token, ...shot });
  }
}

interface PolledQuestion {
  campaignId: string;
  questionId: string;
}

/** A poll opened on stage: the list, the question, the answer, and what comes next. */
export const stagePoll =
  (hall: Hall, { campaignId, questionId }: PolledQuestion): Visit =>
  async (number, send) => {
    const params = { campaignId, questionId };
    await send(hall.ask(number, { call: 'getQuestions' }));
    const asked = await send(hall.ask(number, { call: 'getQuestion', params }));
    const isComment = JSON.parse(asked.text).results?.questionTypes === 'comment';
    const given = isComment ? { answers: [], comment: `What number ${number} thinks.` } : { answers: ['yes'] };
    const body = { campaignId, questionId, ...given };
    const answered = await send(hall.ask(number, { call: 'answerQuestion', params, body }));
    if (answered.status !== 200) return;
    const { nextQuestionId } = JSON.parse(answered.text);
    if (nextQuestionId) {
      await send(hall.ask(number, { call: 'getQuestion', params: { campaignId, questionId: nextQuestionId } }));
    }
  };

/** The agenda is loaded anew: every other phone has the list already and asks whether it changed. */
export const agendaStorm =
  (hall: Hall, etag: string): Visit =>
  async (number, send) => {
    await send(hall.ask(number, { call: 'getContent', ...(number % 2 ? {} : { etag }) }));
  };

/** The list with this account's votes and comments in it, over and over. */
export const contentList =
  (hall: Hall, encoding?: string): Visit =>
  async (number, send) => {
    await send(hall.ask(number, { call: 'getContent', ...(encoding ? { encoding } : {}) }));
  };

/** One durable row a request: each account votes on one item after the other. */
export function durableVotes(hall: Hall, items: { campaignId: string; contentId: string }[]): Visit {
  let votes = 0;
  return async (_, send) => {
    const number = votes++;
    const item = items[Math.floor(number / hall.accounts.length) % items.length];
    await send(hall.ask(number, { call: 'createVote', body: { ...item, vote: 'up' } }));
  };
}

/** A sign-in by SMS: the number, and the code as soon as it has been texted. */
export const arrivals =
  (hall: Hall, codeFor: (phone: string) => Promise<string>): Visit =>
  async (number, send) => {
    const { phone } = hall.account(number);
    const texted = codeFor(phone);
    await send(hall.ask(number, { call: 'login', body: { phone } }));
    const code = await texted;
    const signedIn = await send(hall.ask(number, { call: 'smsLogin', body: { phone, code } }));
    if (signedIn.status === 200) credentials.parse(JSON.parse(signedIn.text));
  };
