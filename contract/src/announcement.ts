import * as z from 'zod/mini';
import { defineCall, results } from './defineCall.ts';
import { readableItems } from './tolerant.ts';

/** Characters. With both, an SMS of plain letters has three parts at most. */
export const ANNOUNCEMENT_TITLE_MAX = 60;
export const ANNOUNCEMENT_TEXT_MAX = 300;

/** A short text of the organizer for the phones of its audience, until it ends (decision 066). */
export const announcement = z.object({
  id: z.string(),
  /** May be empty. */
  title: z.string(),
  text: z.string(),
  /** The session that it leads to. */
  session: z.nullable(z.object({ campaignId: z.string(), contentId: z.string() })),
  /** From then on no phone shows it; ISO 8601. */
  endsAt: z.string(),
  /** Whether it is for some only: then it is in no frame. */
  isPersonal: z.boolean(),
});
export type Announcement = z.infer<typeof announcement>;

/** What everyone is told of the announcements: those for all, the newest first, and a mark of the others. */
export const announcementState = z.object({
  forAll: z.array(announcement),
  /**
   * Differs when an announcement for some only, or a notice about a saved session, was sent or has ended; empty while
   * there is none. It says nothing else.
   */
  personal: z.string(),
  /**
   * The sessions of which those who saved them were told just now that they have moved or were cancelled: who has saved
   * one reads at once. Missing from a node of an earlier version.
   */
  justTold: z.optional(z.array(z.string())),
});
export type AnnouncementState = z.infer<typeof announcementState>;

export const getAnnouncements = defineCall({
  method: 'GET',
  revalidated: true,
  // What is not read is no loss that a person could do something about.
  silent: true,
  path: '/public/announcements',
  caller: 'account',
  summary: 'The announcements that are shown now and that are for this account, the newest first.',
  answer: results(z.array(announcement)),
  read: results(readableItems(announcement)),
});
