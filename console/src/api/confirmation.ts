import { observable } from './observable.ts';

interface Confirmation {
  /** The password, or the second factor as well. */
  needs: 'confirm' | 'factor';
  answer(isConfirmed: boolean): void;
}

/** The calls that need the member to confirm, and wait until the dialog has an answer. It shows while there are any. */
export const confirmations = observable<Confirmation[]>([]);

/** Asks for the password, or the second factor. Resolves once it was confirmed, or the dialog was closed. */
export const askToConfirm = (needs: Confirmation['needs']): Promise<boolean> =>
  new Promise((answer) => confirmations.set([...confirmations.get(), { needs, answer }]));

/** Answers all calls that wait. */
export function answerConfirmation(isConfirmed: boolean): void {
  const waiting = confirmations.get();
  confirmations.set([]);
  for (const { answer } of waiting) answer(isConfirmed);
}
