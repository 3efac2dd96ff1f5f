import * as z from 'zod/mini';
import { TOKEN_MAX } from '../constants.ts';
import { defineCall, results, STAFF_ROLES } from '../defineCall.ts';
import { requiredText } from '../text.ts';

/** Where a stage screen's link leads: the key is behind `#key=`, so that no server and no log sees it. */
export const STAGE_PATH = '/console/stage';

/** A stage screen, as the console lists it. Times are ISO 8601. */
export const stageScreen = z.object({
  id: z.string(),
  name: z.string(),
  /** The name of the member who made it, or has removed that member. */
  createdBy: z.string(),
  createdAt: z.string(),
  /** At most a minute late; null before the first use. */
  lastUsedAt: z.nullable(z.string()),
});

export const getStageScreens = defineCall({
  method: 'GET',
  path: '/staff/stage-screens',
  caller: STAFF_ROLES,
  summary: 'The stage screens, by name.',
  answer: results(z.array(stageScreen)),
});

export const createStageScreen = defineCall({
  method: 'POST',
  path: '/staff/stage-screens',
  caller: STAFF_ROLES,
  summary: 'Makes the key of a stage screen. Its link is shown only here, and works until the key is revoked.',
  body: z.object({ name: requiredText('Required', 80) }),
  answer: results(z.extend(stageScreen, { link: z.string() })),
  status: 201,
});

export const revokeStageScreen = defineCall({
  method: 'DELETE',
  path: '/staff/stage-screens/{stageScreenId}',
  caller: STAFF_ROLES,
  summary: 'Revokes the key of a stage screen, at once on every node.',
});

/** Sets the stage screen's cookie. */
export const connectStageScreen = defineCall({
  method: 'POST',
  path: '/staff/stage-screen',
  caller: 'consolePage',
  summary: 'Makes a browser a stage screen, by the key in its link. 404 for a revoked key.',
  body: z.object({ token: requiredText('Required', TOKEN_MAX) }),
  answer: results(z.object({ name: z.string() })),
});

export const getStageScreen = defineCall({
  method: 'GET',
  path: '/staff/stage-screen',
  caller: ['stageScreen'],
  summary: 'Which stage screen this browser is.',
  answer: results(z.object({ name: z.string() })),
});
