import type { Announcement } from './announcement.ts';

/** Hours of the event's clocks: from the first to the last no phone is pushed to. What was told is in the app. */
export const PUSH_QUIET_HOURS = { from: 21, until: 7, text: 'from 9 PM to 7 AM' };

/** What is pushed to a device: encrypted, at most 3 KB. The app's worker shows it. */
export interface PushPayload extends Pick<Announcement, 'title' | 'text' | 'session'> {
  /** The same for what is delivered twice: it is shown once. */
  tag: string;
}
