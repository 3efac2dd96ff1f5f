/** Some calls need the password once more, and wait until the dialog has an answer. */
type Answer = (isConfirmed: boolean) => void;

let waiting: Answer[] = [];
const listeners = new Set<() => void>();

/** Whether the dialog shows. */
export const isAskingToConfirm = (): boolean => waiting.length > 0;

export function watchConfirmation(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Asks for the password. Resolves once it was confirmed, or the dialog was closed. */
export function askToConfirm(): Promise<boolean> {
  const answered = new Promise<boolean>((resolve) => {
    waiting = [...waiting, resolve];
  });
  publish();
  return answered;
}

/** Answers all calls that wait. */
export function answerConfirmation(isConfirmed: boolean): void {
  const asked = waiting;
  waiting = [];
  for (const answer of asked) answer(isConfirmed);
  publish();
}

function publish(): void {
  for (const listener of listeners) listener();
}
