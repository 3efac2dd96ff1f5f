import { watchedValue } from './watchedValue.ts';

/** Some calls need the password once more, and wait until the dialog has an answer. */
type Answer = (isConfirmed: boolean) => void;

const waiting = watchedValue<readonly Answer[]>([]);

/** Whether the dialog shows. */
export const isAskingToConfirm = (): boolean => waiting.get().length > 0;

export const watchConfirmation = waiting.watch;

/** Asks for the password. Resolves once it was confirmed, or the dialog was closed. */
export const askToConfirm = (): Promise<boolean> =>
  new Promise<boolean>((resolve) => waiting.set([...waiting.get(), resolve]));

/** Answers all calls that wait. */
export function answerConfirmation(isConfirmed: boolean): void {
  const asked = waiting.get();
  waiting.set([]);
  for (const answer of asked) answer(isConfirmed);
}
