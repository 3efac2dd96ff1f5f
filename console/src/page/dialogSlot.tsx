import type { ReactNode } from 'react';
import { observable } from '../api/observable.ts';

/** The dialog that no screen shows itself, since what opens it may happen on any screen, such as the undo of a toast. */
const dialog = observable<ReactNode>(null);

/**
 * Shows a dialog until it has an answer.
 * @param render makes the dialog; what it answers closes it
 */
export const askInDialog = <Answer,>(render: (answer: (given: Answer) => void) => ReactNode): Promise<Answer> =>
  new Promise((resolve) => {
    dialog.set(
      render((given) => {
        dialog.set(null);
        resolve(given);
      }),
    );
  });

export const DialogSlot = () => dialog.use();
