import { failureWith } from './StaffFailure.ts';

/** The code of passkeys: only those who use one load it. @throws StaffFailure */
export const loadPasskeys = () =>
  import('./passkeys.ts').catch(() => {
    throw failureWith('A part of the console could not be loaded. Please load the page again.');
  });
