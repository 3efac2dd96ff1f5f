import { EVENT_TIME_ZONE } from '@companion/contract/limits';

const inEventZone = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: EVENT_TIME_ZONE, ...options });

const time = inEventZone({ hour: 'numeric', minute: '2-digit' });
const timeWithZone = inEventZone({ hour: 'numeric', minute: '2-digit', timeZoneName: 'shortGeneric' });
const day = inEventZone({ weekday: 'long', month: 'long', day: 'numeric' });
const calendarDay = inEventZone({ year: 'numeric', month: '2-digit', day: '2-digit' });

// ICU puts a narrow no-break space before AM, which the font lacks.
const plain = (text: string) => text.replace(/\s/g, ' ');

/** `9:00 AM`, in the event's zone. Instants are milliseconds since 1970. */
export const formatTime = (instant: number): string => plain(time.format(instant));

/** `9:00 AM ET` (decision 035): always names the zone, since the phone's own may differ. */
export const formatTimeWithZone = (instant: number): string => plain(timeWithZone.format(instant));

/** `Tuesday, June 9`. */
export const formatDay = (instant: number): string => day.format(instant);

/** Whether both are on the same day in the event's time zone. */
export const isSameDay = (one: number, other: number): boolean => calendarDay.format(one) === calendarDay.format(other);

/** `5 min`, `1 h`, `1 h 20 min`: rounded up, so that 0 shows only at the end. */
export function formatDuration(milliseconds: number): string {
  const minutes = Math.max(0, Math.ceil(milliseconds / 60_000));
  const parts = [minutes >= 60 && `${Math.floor(minutes / 60)} h`, minutes % 60 > 0 && `${minutes % 60} min`];
  return parts.filter(Boolean).join(' ') || '0 min';
}
