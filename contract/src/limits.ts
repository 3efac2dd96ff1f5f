/** §9 and decision 036: every constant that both sides or several screens share. Times are milliseconds. */
export const SPLASH_DELAY = 2000;

export const NAME_MIN = 2;
export const NAME_MAX = 35;
export const PASSWORD_MIN = 5;
export const PASSWORD_MAX = 35;
/** Characters, as typed (§5: "at least 10 characters"). */
export const PHONE_MIN = 10;
/** Not in §5 or §9: bounds that keep a row, a page and an e-mail of a sane size (decision 003). */
export const EMAIL_MAX = 254;
export const ORGANIZATION_MAX = 120;
export const COMMENT_MAX = 5000;
export const TOKEN_MAX = 1024;

export const CODE_DIGITS = 6;

/** Keys of the browser's local storage (§3, §9). */
export const STORAGE = { token: '_token', preferences: '_preferences', authToken: 'authToken' } as const;
/** The query parameter of a sign-in link (§4). */
export const AUTOLOGIN_PARAM = 't';
/** The Web Lock that serialises refreshes across tabs (§7). */
export const REFRESH_LOCK = 'refresh';
/** How long a tab waits for another tab's refresh before it goes on alone (decision 031). */
export const REFRESH_LOCK_WAIT = 10_000;

/** Agenda times are shown in this zone, whatever the phone's own is (§9). */
export const EVENT_TIME_ZONE = 'America/New_York';

export const PRE_EVENT_CAMPAIGN = 'pre-event';
export const POST_EVENT_CAMPAIGN = 'post-event';

/** Answers of the two range types go from 1 to this (§9). */
export const SCALE_MAX = 5;

/** §8 and §9: how long a toast stays, and how many are seen at once (decision 036). */
export const TOAST_CLOSE = 5000;
export const TOAST_CLOSE_WITH_TRACE = 10_000;
export const TOASTS_VISIBLE = 3;

/** Bytes of one request body; a larger one is answered 413 (decision 032). */
export const BODY_LIMIT = 64 * 1024;
