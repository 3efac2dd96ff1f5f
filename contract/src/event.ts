import * as z from 'zod/mini';
import { textOrEmpty } from './tolerant.ts';

const ownList = z.optional(z.array(z.string()));
const ownLabel = z.optional(z.string());

/** What the event names itself. Each is in place of its default (eventDefaults.ts), which applies where it is absent. */
export const eventNames = z.object({
  /** Each in the order in which it is shown. */
  organizationTypes: ownList,
  tiers: ownList,
  /** The labels of the agenda's filters: for each day, for breakout sessions, and for the speakers. */
  dayFilters: ownList,
  breakoutsFilter: ownLabel,
  speakersFilter: ownLabel,
});
export type EventNames = z.infer<typeof eventNames>;

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
  names: eventNames,
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
  names: z.catch(eventNames, {}),
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
