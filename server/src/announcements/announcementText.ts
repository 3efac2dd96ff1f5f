import { itemPath } from '@companion/contract/appAddress';
import { unsubscribeUrl } from '../messages/unsubscribe.ts';
import type { AnnouncementRow } from '../platform/db/announcementSchema.ts';
import type { EventRow } from '../platform/db/eventSchema.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Services } from '../platform/services.ts';
import { SECOND } from '../platform/time.ts';
import { findAgendaSession } from './audiences.ts';

/** What an announcement says. */
export type Said = Pick<AnnouncementRow, 'title' | 'text' | 'content_id'>;

/** The address of the session that an announcement leads to; empty without one. */
export async function linkOf({ config }: Pick<Services, 'config'>, db: ReadDatabase, said: Said): Promise<string> {
  const session = said.content_id === null ? undefined : await findAgendaSession(db, said.content_id);
  return session ? config.appUrl + itemPath(session.campaign_id, session.id) : '';
}

/** It begins with the event: a text message shows a number as its sender. */
export const announcementSms = ({ name }: Pick<EventRow, 'name'>, { title, text }: Said, link: string): string =>
  [`${name}: ${title ? `${title}. ` : ''}${text}`, link].filter(Boolean).join('\n');

/** @param accountId whose address to unsubscribe it has; without one it has none, as in a test */
export function announcementMail(
  services: Pick<Services, 'config' | 'keys'>,
  event: Pick<EventRow, 'name' | 'host'>,
  { title, text }: Said,
  { link, accountId }: { link: string; accountId?: string },
): { subject: string; text: string } {
  const why = `You get this because you take part in ${event.name}.`;
  const unsubscribe = accountId && `No more announcements by mail:\n${unsubscribeUrl(services, accountId)}`;
  return {
    subject: title || `Announcement: ${event.name}`,
    text: [text, link, event.host, [why, unsubscribe].filter(Boolean).join('\n')].filter(Boolean).join('\n\n'),
  };
}

/** What a relay takes without complaint. */
export const MAILS_A_SECOND = 10;

/** How long so many messages take. @param parts of each SMS */
export const sendingTime = (
  { config }: Pick<Services, 'config'>,
  kind: 'sms' | 'mail',
  people: number,
  parts: number,
) => (kind === 'sms' ? (people * parts * SECOND) / config.smsPartsASecond : (people * SECOND) / MAILS_A_SECOND);
