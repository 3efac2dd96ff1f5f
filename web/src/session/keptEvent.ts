import { type EventInfo, readableEventInfo } from '@companion/contract/event';
import { tabStorage } from './safeStorage.ts';

const KEY = '_event';
let event: EventInfo | undefined;

/**
 * The event as it arrived last, which the tab keeps: its zone and names are known from the start, also offline. Another
 * tab has it from the app's worker, so that local storage needs no key for it.
 */
export const keptEvent = (): EventInfo => {
  event ??= readableEventInfo.parse(Object(tabStorage.readJson(KEY)));
  return event;
};

const { promise, resolve } = Promise.withResolvers<void>();
/** Resolves when the event is known, or was asked for in vain. */
export const eventKnown = promise;
if (tabStorage.read(KEY)) resolve();

/**
 * Everybody may know it, so it stays when the attendee signs out.
 * @param arrived undefined if it could not be read
 */
export function keepEvent(arrived?: EventInfo): void {
  if (arrived) {
    event = arrived;
    tabStorage.writeJson(KEY, arrived);
  }
  resolve();
}
