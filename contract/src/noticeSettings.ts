import * as z from 'zod/mini';
import { HOUR } from './constants.ts';
import { defineCall, results } from './defineCall.ts';

const path = '/public/notices';
const caller = 'account';

/** A whole endpoint is some hundred characters long. */
const ENDPOINT_MAX = 2000;
/** A point of the curve, and a secret of 16 bytes, in Base64url. */
const KEY_MAX = 100;

const wanted = z.boolean({ error: 'Must be true or false' });

/** What a person wants to be told (decision 071). */
export const noticeChoices = z.object({
  /** That saved sessions have moved or were cancelled, and that they begin. */
  changes: wanted,
  reminders: wanted,
  /** Whether announcements are pushed: in the app they are there for everyone. */
  announcements: wanted,
});
export type NoticeChoices = z.infer<typeof noticeChoices>;

const noticeSettings = z.extend(noticeChoices, {
  /** The key with which browsers subscribe, Base64url; null where the server pushes to none. */
  pushKey: z.nullable(z.string()),
});
export type NoticeSettings = z.infer<typeof noticeSettings>;

export const getNoticeSettings = defineCall({
  ...{ path: `${path}/settings`, caller, method: 'GET', silent: true },
  summary: 'What this account wants to be told, and the key with which a browser subscribes to be pushed to.',
  answer: results(noticeSettings),
});

export const saveNoticeSettings = defineCall({
  ...{ path: `${path}/settings`, caller, method: 'PUT' },
  body: noticeChoices,
  limits: { account: { count: 'notice settings', max: 120, windowMs: HOUR } },
  summary: 'Saves what this account wants to be told.',
});

const endpoint = z
  .string({ error: 'Required' })
  .check(z.minLength(1, 'Required'), z.maxLength(ENDPOINT_MAX, 'Too long'));
const key = z
  .string({ error: 'Required' })
  .check(z.regex(/^[\w-]+$/, 'Must be Base64url'), z.maxLength(KEY_MAX, 'Too long'));

export const savePushDevice = defineCall({
  ...{ path: `${path}/device`, caller, method: 'PUT' },
  body: z.object({ endpoint, p256dh: key, auth: key }),
  // The app does so when push is turned on, and at its start if the browser has another address than before.
  limits: { account: { count: 'push device', max: 60, windowMs: HOUR } },
  summary:
    'Pushes to this browser from now on, until the session ends. Each has one account: the last that has saved it.',
});

export const endPushDevice = defineCall({
  ...{ path: `${path}/device/end`, caller, method: 'POST' },
  body: z.object({ endpoint }),
  summary: 'Ends the push to a browser of this account.',
});
