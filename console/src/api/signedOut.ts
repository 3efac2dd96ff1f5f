import { watchedValue } from './watchedValue.ts';

/**
 * Whether no one is signed in, as far as the server has answered: a 401 sets it, and only an answer with a member ends it.
 * A failure of another kind changes nothing.
 */
export const signedOut = watchedValue(false);
