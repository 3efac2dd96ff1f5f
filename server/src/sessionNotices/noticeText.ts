import { zonedTime } from '../event/zonedTime.ts';

/** When and where a session is. */
export interface Place {
  starts_at: number | null;
  ends_at: number | null;
  room: string | null;
}

interface Told {
  zone: string;
  /** As those who saved it know it. */
  before: Place;
  after: Place;
}

/** What has become different, in words: `Now Fri, Nov 27, 2:00 PM - 3:00 PM, Hall B. It was …`. */
export const movedText = ({ zone, before, after }: Told): string =>
  `Now ${placeText(zone, after)}. It was ${placeText(zone, before)}.`;

export const cancelledText = ({ zone, before }: Omit<Told, 'after'>): string =>
  `It does not take place. It was ${placeText(zone, before)}.`;

export const restoredText = ({ zone, after }: Omit<Told, 'before'>): string =>
  `It takes place after all: ${placeText(zone, after)}.`;

export const reminderText = (zone: string, session: Place & { starts_at: number }): string =>
  `It begins at ${clockText(zone, session.starts_at)}${session.room ? ` in ${session.room}` : ''}.`;

function placeText(zone: string, { starts_at: from, ends_at: to, room }: Place): string {
  if (from === null) return ['without a time', room].filter(Boolean).join(', ');
  // A session that ends on another day does so after midnight, which its time says.
  const end = to === null ? '' : ` - ${clockText(zone, to)}`;
  return [`${dayText(zone, from)}, ${clockText(zone, from)}${end}`, room].filter(Boolean).join(', ');
}

/** As the app shows it: `2:00 PM`. */
const clockText = (zone: string, at: number): string =>
  // Temporal writes a narrow space there, which some phones show as a box.
  zonedTime(zone, at).toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' }).replaceAll('\u202f', ' ');

const dayText = (zone: string, at: number): string =>
  zonedTime(zone, at).toLocaleString('en-US', { weekday: 'short', month: 'short', day: 'numeric' });
