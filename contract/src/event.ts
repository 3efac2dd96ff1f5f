import * as z from 'zod/mini';
import { textOrEmpty } from './tolerant.ts';

/**
 * What the app must know of the event before anyone signs in: served as a file beside the event's pictures,
 * not as a call of §7 (decision 005).
 */
export const eventInfo = z.object({
  name: z.string(),
  /** The firm that runs it. */
  host: z.string(),
  /** A line under the name: where, or what for. */
  tagline: z.string(),
  /** UTC, ISO 8601: start of the first agenda item, end of the last. */
  startDate: z.string(),
  endDate: z.string(),
  helpDesk: z.object({ email: z.string(), phone: z.string() }),
  /** The version of the terms that a registration accepts. */
  termsVersion: z.string(),
  /** Sanitised HTML, made from the pack's Markdown. */
  welcome: z.string(),
  thanks: z.string(),
});
export type EventInfo = z.infer<typeof eventInfo>;

/** How the client reads it (decision 027): every text may be missing, and the screens leave out what has none. */
export const readableEventInfo = z.object({
  name: textOrEmpty,
  host: textOrEmpty,
  tagline: textOrEmpty,
  startDate: textOrEmpty,
  endDate: textOrEmpty,
  helpDesk: z.catch(z.object({ email: textOrEmpty, phone: textOrEmpty }), { email: '', phone: '' }),
  termsVersion: textOrEmpty,
  welcome: textOrEmpty,
  thanks: textOrEmpty,
});

/** Below the server's root. The texts are sanitised HTML fragments; pictures are named by a content item's slug. */
export const EVENT_FILES = {
  info: '/event/event.json',
  privacyPolicy: '/event/privacy-policy.html',
  about: '/event/about.html',
  logo: '/event/logo.svg',
  speaker: (slug: string) => `/event/speakers/${encodeURIComponent(slug)}`,
  sponsor: (slug: string) => `/event/sponsors/${encodeURIComponent(slug)}`,
} as const;
