import type { AnnouncementReach, ListedAnnouncement } from '@companion/contract/staff/announcements';
import { countText, numberText, peopleText } from '../page/countText.ts';

export const STATE_NAMES = {
  planned: 'Planned',
  sending: 'Sending',
  shown: 'Shown',
  ended: 'Ended',
  cancelled: 'Taken back',
} as const satisfies Record<ListedAnnouncement['state'], string>;

/** Whom it is for, as a line of a list. */
export function audienceText({
  audience,
  audienceName,
}: Pick<ListedAnnouncement, 'audience' | 'audienceName'>): string {
  if (audience === 'all') return 'Everyone';
  return audience === 'session' ? `People of “${audienceName}”` : audienceName;
}

/** How long something takes, rounded up: 40 s, 14 min, 2 h 5 min. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${minutes} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** How many people see it on their phones, once they open the app. */
export const phonesText = ({ people }: Pick<AnnouncementReach, 'people'>): string =>
  `${peopleText(people)} with an account`;

/** What texting it takes. */
export const smsText = ({ smsPeople, smsParts, smsSeconds, smsRate }: AnnouncementReach): string =>
  `${peopleText(smsPeople)}, ${countText(smsParts, 'SMS part')} each, ${durationText(smsSeconds)} at ${smsRate} a second`;

export const mailText = ({ mailPeople, mailSeconds }: AnnouncementReach): string =>
  `${peopleText(mailPeople)}, ${durationText(mailSeconds)}`;

/** What became of the messages of one kind. */
export function messagesText(kind: string, { people, sent, failed }: NonNullable<ListedAnnouncement['mail']>): string {
  const rest = failed > 0 ? `, ${numberText(failed)} did not arrive` : '';
  return `${kind}: ${numberText(sent)} of ${numberText(people)} sent${rest}`;
}
