import { EVENT_TIME_ZONE } from '@companion/contract/constants';

export const MINUTE_MS = 60_000;

/** Creates its formatter when first used: the login screen loads this file only for its constant. */
function inEventZone(options: Intl.DateTimeFormatOptions) {
  let formatter: Intl.DateTimeFormat | undefined;
  return (instant: number): string => {
    formatter ??= new Intl.DateTimeFormat('en-US', { timeZone: EVENT_TIME_ZONE, ...options });
    // ICU puts a narrow no-break space before AM, which the font lacks.
    return formatter.format(instant).replace(/\s/g, ' ');
  };
}

/** `9:00 AM`, in the event's zone. Instants are milliseconds since 1970. */
export const formatTime = inEventZone({ hour: 'numeric', minute: '2-digit' });

/** `9:00 AM ET` (decision 035): always names the zone, since the phone's own may differ. */
export const formatTimeWithZone = inEventZone({ hour: 'numeric', minute: '2-digit', timeZoneName: 'shortGeneric' });

/** `Tuesday, June 9`. */
export const formatDay = inEventZone({ weekday: 'long', month: 'long', day: 'numeric' });

const formatDate = inEventZone({ year: 'numeric', month: '2-digit', day: '2-digit' });

/** Whether both are on the same day in the event's time zone. */
export const isSameDay = (one: number, other: number): boolean => formatDate(one) === formatDate(other);

/** `5 min`, `1 h`, `1 h 20 min`: rounded up, so that 0 shows only at the end. */
export function formatDuration(milliseconds: number): string {
  const minutes = Math.max(0, Math.ceil(milliseconds / MINUTE_MS));
  const parts = [minutes >= 60 && `${Math.floor(minutes / 60)} h`, minutes % 60 > 0 && `${minutes % 60} min`];
  return parts.filter(Boolean).join(' ') || '0 min';
}
