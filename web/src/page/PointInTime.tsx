import { formatDay, formatTimeWithZone, isSameDay } from '../formatTime.ts';

/** `9:41 AM ET`, with the day before it if that is not today's. */
export const PointInTime = ({ at }: { at: number }) => (
  <time dateTime={new Date(at).toISOString()}>
    {!isSameDay(at, Date.now()) && `${formatDay(at)}, `}
    {formatTimeWithZone(at)}
  </time>
);
