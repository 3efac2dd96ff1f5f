import { type EventInfo, readableEventInfo } from '@companion/contract/event';
import { sharedStorage } from './safeStorage.ts';

const KEY = '_event';
let event: Partial<EventInfo> | undefined;

/** The event as it arrived last, which the phone keeps: its zone and names are known from the start, also offline. */
export const keptEvent = (): Partial<EventInfo> => {
  event ??= readableEventInfo.safeParse(sharedStorage.readJson(KEY)).data ?? {};
  return event;
};

let resolve: () => void;
/** Resolves when the event is known, or was asked for in vain. */
export const eventKnown = new Promise<void>((known) => {
  resolve = known;
  if (sharedStorage.read(KEY)) known();
});

/** Everybody may know it, so it stays when the attendee signs out. */
export function keepEvent(arrived: EventInfo | undefined): void {
  if (arrived) {
    event = arrived;
    sharedStorage.writeJson(KEY, arrived);
  }
  resolve();
}
