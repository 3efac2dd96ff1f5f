import * as z from 'zod/mini';
import { textOrEmpty, textsOrEmpty } from './tolerant.ts';

/**
 * What the app needs to know about the event before sign-in. It is served as a file next to the event's pictures, not
 * as a call of §7 (decision 005).
 */
export const eventInfo = z.object({
  name: z.string(),
  /** The firm that runs it. */
  host: z.string(),
  /** The line below the name. */
  tagline: z.string(),
  /** IANA: times are shown in it, not in the phone's (§9). */
  timeZone: z.string(),
  /** UTC, ISO 8601: start of the first agenda item, end of the last. */
  startDate: z.string(),
  endDate: z.string(),
  helpDesk: z.object({ email: z.string(), phone: z.string() }),
  /** The version of the terms that a registration accepts. */
  termsVersion: z.string(),
  /** Sanitized HTML, made from the pack's Markdown. */
  welcome: z.string(),
  thanks: z.string(),
  /** The organization types that a profile can have, in the order in which they are shown. */
  organizationTypes: z.array(z.string()),
  /** The labels of the agenda's filters (§2): of each day, of breakout sessions, and of the speakers. */
  dayFilters: z.array(z.string()),
  breakoutsFilter: z.string(),
  speakersFilter: z.string(),
});
export type EventInfo = z.infer<typeof eventInfo>;

/** As the client reads it (decision 027): every text may be missing, and the screens omit missing texts. */
export const readableEventInfo = z.object({
  name: textOrEmpty,
  host: textOrEmpty,
  tagline: textOrEmpty,
  timeZone: textOrEmpty,
  startDate: textOrEmpty,
  endDate: textOrEmpty,
  helpDesk: z.catch(z.object({ email: textOrEmpty, phone: textOrEmpty }), { email: '', phone: '' }),
  termsVersion: textOrEmpty,
  welcome: textOrEmpty,
  thanks: textOrEmpty,
  organizationTypes: textsOrEmpty,
  dayFilters: textsOrEmpty,
  breakoutsFilter: textOrEmpty,
  speakersFilter: textOrEmpty,
});

/** Paths of the event's files. The texts are sanitized HTML fragments; pictures are named by an item's slug. */
export const EVENT_FILES = {
  info: '/event/event.json',
  privacyPolicy: '/event/privacy-policy.html',
  about: '/event/about.html',
  logo: '/event/logo.svg',
  speaker: (slug: string) => `/event/speakers/${encodeURIComponent(slug)}`,
  sponsor: (slug: string) => `/event/sponsors/${encodeURIComponent(slug)}`,
} as const;
