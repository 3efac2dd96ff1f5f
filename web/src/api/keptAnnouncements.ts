import { type Announcement, announcement } from '@companion/contract/announcement';
import { readableItems } from '@companion/contract/tolerant';
import * as z from 'zod/mini';
import { readReplies, storeReply } from '../device/keptWritesAndReplies.ts';

/** Under the name of the call that reads them. */
const KEY = 'getAnnouncements';
const kept = z.object({ announcements: readableItems(announcement), personal: z.string() });

/** The announcements that the phone has, and the mark that the personal ones belong to. */
interface KeptAnnouncements {
  announcements: Announcement[];
  personal: string;
}

/** What the phone keeps of an account's announcements, so that it shows them without a network. */
export async function readKeptAnnouncements(accountId: string): Promise<KeptAnnouncements | undefined> {
  const stored = (await readReplies(accountId, KEY))?.get(KEY);
  return kept.safeParse(stored?.data).data;
}

export const keepAnnouncements = (accountId: string, data: KeptAnnouncements): void =>
  void storeReply(accountId, KEY, { data, at: Date.now() });
