import * as z from 'zod/mini';
import { defineCall, results, STAFF_ROLES } from '../defineCall.ts';
import { requiredText } from '../text.ts';

/** What the stage shows between polls: the event and where to join, what is on now and next, or the staff's picture. */
export const BETWEEN_POLLS = ['welcome', 'agenda', 'picture'] as const;
const shows = z.enum(BETWEEN_POLLS);
export type ShownBetween = z.infer<typeof shows>;

/** A session that is on or comes. Times are ISO 8601. */
const comingSession = z.object({
  id: z.string(),
  title: z.string(),
  room: z.nullable(z.string()),
  startDate: z.string(),
  endDate: z.string(),
  /** Names. */
  speakers: z.array(z.string()),
});
export type ComingSession = z.infer<typeof comingSession>;

/** The types of pictures that every browser at a projector shows. */
export const STAGE_PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
/** In bytes. */
export const STAGE_PICTURE_MAX = 2 * 1024 * 1024;
/** Smaller ones are blurred on a projector; larger ones take more memory than it has. In pixels. */
export const STAGE_PICTURE_SIZES = { min: [640, 360], max: [3840, 2160] } as const;
/** Below `/api`, before the id: for stage screens and the staff. The id names the content, so browsers keep it. */
export const STAGE_PICTURE_PATH = '/staff/stage/pictures/';

const stagePicture = z.object({
  id: z.string(),
  /** What it shows, for those who do not see it. */
  alt: z.string(),
});
export type StagePicture = z.infer<typeof stagePicture>;

/** What the stage shows while it has no poll and no questions from the hall. */
export const stageBetween = z.object({
  shows,
  tagline: z.string(),
  /** The first day of the event, and the last. ISO 8601. */
  startDate: z.string(),
  endDate: z.string(),
  /** The sessions that are on and those that come next, by their beginning; only for `agenda`. */
  sessions: z.array(comingSession),
  /** Only for `picture`. */
  picture: z.nullable(stagePicture),
});
export type StageBetween = z.infer<typeof stageBetween>;

const choice = z.object({
  shows,
  /** The staff's picture, chosen or not. */
  picture: z.nullable(stagePicture),
});

export const getBetweenPolls = defineCall({
  method: 'GET',
  path: '/staff/stage/between',
  caller: STAFF_ROLES,
  summary: 'What the stage shows between polls.',
  answer: results(choice),
});

export const setBetweenPolls = defineCall({
  method: 'PUT',
  path: '/staff/stage/between',
  caller: STAFF_ROLES,
  summary: 'Chooses what the stage shows between polls. 409 for a picture while there is none.',
  body: z.object({ shows: z.enum(BETWEEN_POLLS, { error: 'Required' }) }),
  answer: results(choice),
});

/** Base64 takes four bytes for three; the rest is for the other field. */
const UPLOAD_MAX = Math.ceil((STAGE_PICTURE_MAX * 4) / 3) + 4096;

export const putStagePicture = defineCall({
  method: 'PUT',
  path: '/staff/stage/picture',
  caller: STAFF_ROLES,
  summary: 'Stores a picture for the stage between polls, in place of the one before, and shows it there.',
  body: z.object({
    /** Base64. */
    content: z
      .string({ error: 'Required' })
      .check(z.minLength(1, 'Required'), z.maxLength(UPLOAD_MAX, 'Must be 2 MB or less')),
    alt: requiredText('Required', 200),
  }),
  maxBodyBytes: UPLOAD_MAX + 4096,
  answer: results(choice),
});

export const removeStagePicture = defineCall({
  method: 'DELETE',
  path: '/staff/stage/picture',
  caller: STAFF_ROLES,
  summary: 'Removes the picture; a stage that shows it shows the event.',
  answer: results(choice),
});
