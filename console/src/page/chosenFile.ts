import type { MouseEvent } from 'react';
import { failureWith } from '../api/StaffFailure.ts';

/**
 * What is read of a file that was chosen before.
 * @throws StaffFailure where the file has changed since: browsers do not read it then
 */
export function ofChosenFile<Read>(field: string, reading: Promise<Read>): Promise<Read> {
  const text = 'The file has changed since you chose it, or cannot be read. Please choose it again.';
  return reading.catch(() => {
    throw failureWith(text, { [field]: text });
  });
}

/**
 * For a press of the field of a file that was refused: a browser does not report that the same one was chosen again.
 * @param forget also what the screen has of it
 */
export const forgetChoice =
  (forget: () => void) =>
  ({ currentTarget }: MouseEvent<HTMLInputElement>): void => {
    currentTarget.value = '';
    forget();
  };
