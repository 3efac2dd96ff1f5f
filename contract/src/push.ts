import type { Announcement } from './announcement.ts';

/** What is pushed to a device: encrypted, at most 3 KB. The app's worker shows it. */
export interface PushPayload extends Pick<Announcement, 'title' | 'text' | 'session'> {
  /** The same for what is delivered twice: it is shown once. */
  tag: string;
}
