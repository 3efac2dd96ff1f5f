import * as z from 'zod/mini';
import { TOKEN_MAX } from '../constants.ts';
import { defineCall, results, STAFF_ROLES } from '../defineCall.ts';
import { requiredText } from '../text.ts';
import { stageScreen } from './stageScreens.ts';

/** Nothing in it looks like something else from the last row, and without vowels no code is a word. */
export const PAIRING_LETTERS = 'CDFHJKMNPQRTVWXY3479';
export const PAIRING_CODE_LENGTH = 6;

/** A code as someone types it: in any case of letters, with spaces or hyphens. */
const typedCode = requiredText('Required', 40).check(
  z.overwrite((text) => text.replace(/[\s-]/g, '').toUpperCase()),
  z.length(PAIRING_CODE_LENGTH, `Must be the ${PAIRING_CODE_LENGTH} letters and digits that the screen shows`),
);

export const beginStagePairing = defineCall({
  method: 'POST',
  path: '/staff/stage-pairings',
  caller: 'consolePage',
  summary:
    'A code for a browser that is to become a stage screen, for ten minutes, and the secret that it claims a key with.',
  /** The secret of a browser whose code is about to end. */
  body: z.object({ token: z.optional(requiredText('Required', TOKEN_MAX)) }),
  answer: results(z.object({ code: z.string(), token: z.string(), expiresAt: z.string() })),
  status: 201,
});

/** Sets the stage screen's cookie once a member has entered the code. */
export const claimStageScreen = defineCall({
  method: 'POST',
  path: '/staff/stage-pairings/claim',
  caller: 'consolePage',
  summary: 'Makes a browser a stage screen once a member has entered its code. `ended`: it needs another code.',
  body: z.object({ token: requiredText('Required', TOKEN_MAX) }),
  answer: results(z.object({ state: z.enum(['waiting', 'connected', 'ended']) })),
});

export const pairStageScreen = defineCall({
  method: 'POST',
  path: '/staff/stage-screens/pair',
  caller: STAFF_ROLES,
  summary: 'Makes the browser that shows this code a stage screen. The code counts once.',
  body: z.object({ code: typedCode, name: requiredText('Required', 80) }),
  answer: results(stageScreen),
  status: 201,
});
