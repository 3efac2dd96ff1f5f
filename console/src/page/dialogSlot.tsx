import { Fragment, type ReactNode } from 'react';
import { observable } from '../api/observable.ts';

/**
 * The dialogs that no screen shows itself, since what opens them may happen on any screen, such as the undo of a toast. The
 * first shows; who asked for the others waits.
 */
const dialogs = observable<readonly ReactNode[]>([]);
let asked = 0;

/**
 * Shows a dialog until it has an answer.
 * @param render makes the dialog; what it answers closes it
 */
export const askInDialog = <Answer,>(render: (answer: (given: Answer) => void) => ReactNode): Promise<Answer> =>
  new Promise((resolve) => {
    const answer = (given: Answer) => {
      dialogs.set(dialogs.get().filter((one) => one !== dialog));
      resolve(given);
    };
    const dialog = <Fragment key={++asked}>{render(answer)}</Fragment>;
    dialogs.set([...dialogs.get(), dialog]);
  });

export const DialogSlot = () => dialogs.use()[0];
