import { observable } from './observable.ts';

/** The calls that need the password once more, and wait until the dialog has an answer. It shows while there are any. */
export const confirmations = observable<((isConfirmed: boolean) => void)[]>([]);

/** Asks for the password. Resolves once it was confirmed, or the dialog was closed. */
export const askToConfirm = (): Promise<boolean> =>
  new Promise((resolve) => confirmations.set([...confirmations.get(), resolve]));

/** Answers all calls that wait. */
export function answerConfirmation(isConfirmed: boolean): void {
  const waiting = confirmations.get();
  confirmations.set([]);
  for (const answer of waiting) answer(isConfirmed);
}
