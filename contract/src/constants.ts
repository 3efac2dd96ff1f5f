/** §9 and decision 036: every constant that both sides or several screens share. Times are in milliseconds. */
export const SPLASH_DELAY = 2000;

export const NAME_MIN = 2;
export const NAME_MAX = 35;
export const PASSWORD_MIN = 5;
export const PASSWORD_MAX = 35;
/** Characters, as typed (§5: "at least 10 characters"). */
export const PHONE_MIN = 10;
/** Not in §5 or §9: limits that keep rows, pages and e-mails at a reasonable size (decision 003). */
export const EMAIL_MAX = 254;
export const ORGANIZATION_MAX = 120;
export const COMMENT_MAX = 5000;
export const NOTE_MAX = 2000;
export const TOKEN_MAX = 1024;

export const CODE_DIGITS = 6;

/** Keys of the browser's local storage (§3, §9). */
export const STORAGE = { token: '_token', preferences: '_preferences', authToken: 'authToken' } as const;
/** The query parameter of a sign-in link (§4). */
export const AUTOLOGIN_PARAM = 't';
/** The Web Lock that serializes refreshes across tabs (§7). */
export const REFRESH_LOCK = 'refresh';
/** What is live, below `/api`: the page's inline script asks for it too. */
export const LIVE_STATE_PATH = '/public/live/state';
/** How long a tab waits for another tab's refresh before it refreshes itself (decision 031). */
export const REFRESH_LOCK_WAIT = 10_000;

export const PRE_EVENT_CAMPAIGN = 'pre-event';
export const POST_EVENT_CAMPAIGN = 'post-event';
/** The campaigns that are surveys. The questions of all others are polls. */
export const SURVEY_CAMPAIGNS: readonly string[] = [PRE_EVENT_CAMPAIGN, POST_EVENT_CAMPAIGN];

/** Answers of the two range types go from 1 to this (§9). */
export const SCALE_MAX = 5;
/** The faces of a scale, from 1 to 5. */
export const FACE_LABELS = ['Very bad', 'Bad', 'Okay', 'Good', 'Very good'];
/** What the ends of a scale of numbers mean. */
export const SCALE_ENDS: Record<number, string> = { 1: 'Lowest', [SCALE_MAX]: 'Highest' };
export const YES_NO_LABELS: Record<string, string> = { yes: 'Yes', no: 'No' };

/** §8 and §9: how long a toast stays, and how many are visible at once (decision 036). */
export const TOAST_CLOSE = 5000;
export const TOAST_CLOSE_WITH_TRACE = 10_000;
export const TOASTS_VISIBLE = 3;

/** In bytes. A larger request body gets a 413 (decision 032). */
export const BODY_LIMIT = 64 * 1024;
/** In bytes a second: the slowest upload of a larger body. A slow 3G network sends half as much again. */
export const SLOWEST_UPLOAD = 32 * 1024;

export const HOUR = 60 * 60_000;
export const DAY = 24 * HOUR;

/**
 * The 403 to an answer, or a question from the hall, while the staff requires a confirmed account (decision 056), and to
 * a share by text from an account that may be invented (decision 073).
 */
export const CONFIRM_FIRST = 'Please confirm your phone number first.';
