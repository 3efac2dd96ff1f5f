import { EVENT_FILES, type EventInfo, readableEventInfo } from '@companion/contract/event';
import { observable } from './observable.ts';

/** What anyone may know about the event; undefined until it is there. */
export const eventInfo = observable<EventInfo | undefined>(undefined);
let isReading = false;

/** Reads it once. Without it the console has its own name; the next screen that needs it tries again. */
export async function readEventInfo(): Promise<void> {
  if (!eventInfo.get()) await readEventAgain();
}

/** Reads it, because another revision was published. */
export async function readEventAgain(): Promise<void> {
  if (isReading) return;
  isReading = true;
  try {
    const response = await fetch(EVENT_FILES.info, { cache: 'no-cache' });
    if (response.ok) eventInfo.set(readableEventInfo.parse(await response.json()));
  } catch {
    // Without a network.
  }
  isReading = false;
}
