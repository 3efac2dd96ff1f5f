import { zonedTime } from '@companion/server/event/zonedTime';
import type { TwoNodes } from './twoNodes.ts';

/** The zone of the test pack. */
const ZONE = 'America/New_York';

/**
 * Moves the clocks to an hour of the event's next day: in the quiet hours no phone is pushed to. Before people sign in.
 */
export function untilEventHour(t: TwoNodes, hour: number): void {
  const now = zonedTime(ZONE, t.first.clock.now());
  const then = now.add({ days: 1 }).with({ hour, minute: 5 });
  t.advance(then.epochMilliseconds - now.epochMilliseconds);
}
