import type { AnnouncementForm } from '@companion/contract/staff/announcements';
import { timeThere } from '@companion/server/announcements/announcementList';
import { endAnnouncement } from '@companion/server/announcements/endAnnouncement';
import { planAnnouncement } from '@companion/server/announcements/planAnnouncement';
import { getEvent } from '@companion/server/event/eventQueries';
import { transact } from '@companion/server/platform/transact';
import { addMember } from './staffBrowser.ts';
import type { TestServer } from './testServer.ts';

type Server = Pick<TestServer, 'services'>;

/** A time on the clocks of the event, so many milliseconds from now, as a form has it. */
export async function timeFromNow({ services: { db, now } }: Server, ms: number): Promise<string> {
  return timeThere((await getEvent(db)).time_zone, now() + ms);
}

/** The form of an announcement to all phones, for two hours. */
export async function announcementForm(
  server: Server,
  more: Partial<AnnouncementForm> = {},
): Promise<AnnouncementForm> {
  const endsAt = await timeFromNow(server, 2 * 60 * 60_000);
  return { text: 'Lunch is in the west hall.', audience: 'all', mail: false, sms: false, endsAt, ...more };
}

/** Plans an announcement as an editor does, and passes over the time for undo. @returns its id */
export async function announce(server: Server, more: Partial<AnnouncementForm> = {}): Promise<string> {
  const { services } = server;
  const { id: staffId } = await addMember(server, 'editor');
  const form = await announcementForm(server, more);
  const id = await transact(services, (tx) => planAnnouncement(tx, form, staffId));
  const { db, now } = services;
  await db.updateTable('announcements').set({ sends_at: now(), updated_at: now() }).where('id', '=', id).execute();
  return id;
}

/** Ends an announcement now, or takes it back. */
export const endNow = ({ services }: Server, id: string) => transact(services, (tx) => endAnnouncement(tx, id));
