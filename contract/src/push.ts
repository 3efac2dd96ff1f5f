import type { Announcement } from './announcement.ts';

/** What is pushed to a device: encrypted, at most 3 KB. */
export type PushPayload = Pick<Announcement, 'title' | 'text' | 'session'>;
