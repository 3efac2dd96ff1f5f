import type { Caller, Shot } from './caller.ts';

export interface Account {
  phone: string;
  /** An access token. */
  token: string;
  refreshToken: string;
}

/** The accounts and servers of a scenario. Each account uses one node, like a phone on a kept-alive connection. */
export class Audience {
  readonly callers: Caller[];
  readonly accounts: Account[];

  constructor(callers: Caller[], accounts: Account[]) {
    this.callers = callers;
    this.accounts = accounts;
  }

  account(number: number): Account {
    const account = this.accounts[number % this.accounts.length];
    if (!account) throw new Error('The audience is empty.');
    return account;
  }

  /** Returns a function that sends a call as that account. */
  ask(number: number, shot: Shot): () => ReturnType<Caller['send']> {
    const { token } = this.account(number);
    const caller = this.callers[number % this.callers.length];
    if (!caller) throw new Error('There is no server.');
    return () => caller.send({ token, ...shot });
  }
}
