import { type EventInfo, readableEventInfo } from '@companion/contract/event';
import { sharedStorage } from './safeStorage.ts';

const KEY = '_event';
let event: EventInfo | undefined;

/** The event as it arrived last, which the phone keeps: its zone and names are known from the start, also offline. */
export const keptEvent = (): EventInfo => {
  event ??= readableEventInfo.parse(Object(sharedStorage.readJson(KEY)));
  return event;
};

const { promise, resolve } = Promise.withResolvers<void>();
/** Resolves when the event is known, or was asked for in vain. */
export const eventKnown = promise;
if (sharedStorage.read(KEY)) resolve();

/** Everybody may know it, so it stays when the attendee signs out. */
export function keepEvent(arrived: EventInfo | undefined): void {
  if (arrived) {
    event = arrived;
    sharedStorage.writeJson(KEY, arrived);
  }
  resolve();
}
