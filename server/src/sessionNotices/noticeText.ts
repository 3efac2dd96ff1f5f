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

/** What has become different, in words: `Now Fri, Nov 27, 2:00 PM - 3:00 PM ET, Hall B. Before: Hall A.` */
export function movedText({ zone, before, after }: Told): string {
  const hasOtherTime = before.starts_at !== after.starts_at || before.ends_at !== after.ends_at;
  const hasOtherRoom = before.room !== after.room;
  const was = [hasOtherTime && timeText(zone, before), hasOtherRoom && (before.room ?? 'without a room')];
  return `Now ${placeText(zone, after)}. Before: ${was.filter(Boolean).join(', ')}.`;
}

export const cancelledText = ({ zone, before }: Omit<Told, 'after'>): string =>
  `It does not take place. It was ${placeText(zone, before)}.`;

export const restoredText = ({ zone, after }: Omit<Told, 'before'>): string =>
  `It takes place after all: ${placeText(zone, after)}.`;

export const reminderText = (zone: string, session: Place & { starts_at: number }): string =>
  `It begins at ${clockText(zone, session.starts_at)} ${zoneText(zone, session.starts_at)}` +
  `${session.room ? ` in ${session.room}` : ''}.`;

const placeText = (zone: string, place: Place): string =>
  [timeText(zone, place), place.room].filter(Boolean).join(', ');

function timeText(zone: string, { starts_at: from, ends_at: to }: Pick<Place, 'starts_at' | 'ends_at'>): string {
  if (from === null) return 'without a time';
  // A session that ends on another day does so after midnight, which its time says.
  const end = to === null ? '' : ` - ${clockText(zone, to)}`;
  return `${dayText(zone, from)}, ${clockText(zone, from)}${end} ${zoneText(zone, from)}`;
}

/** As the app shows it: `2:00 PM`. */
const clockText = (zone: string, at: number): string =>
  // Temporal writes a narrow space there, which some phones show as a box.
  zonedTime(zone, at).toLocaleString('en-US', { hour: 'numeric', minute: '2-digit' }).replaceAll('\u202f', ' ');

const dayText = (zone: string, at: number): string =>
  zonedTime(zone, at).toLocaleString('en-US', { weekday: 'short', month: 'short', day: 'numeric' });

/** As the app names it (decision 035), since the phone may be in another one: `ET`; in Berlin `CEST`. */
function zoneText(timeZone: string, at: number): string {
  const american = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortGeneric' }).formatToParts(at);
  const name = american.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  if (/^[A-Z]+$/.test(name)) return name;
  const british = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'long' });
  return british.format(at).split(' ')[1] ?? name;
}
