import { EVENT_FILES, type EventInfo, readableEventInfo } from '@companion/contract/event';
import { observable } from './observable.ts';

/** What anyone may know about the event; undefined until it is there. */
export const eventInfo = observable<EventInfo | undefined>(undefined);
/** The revision that was published when it was read. */
let knownRevision: number | undefined;
/** Each reading begins after the one before, so that the newest is the last. */
let reading = Promise.resolve(false);

/** Reads it once. Without it the console has its own name; the next screen that needs it tries again. */
export async function readEventInfo(): Promise<void> {
  await reading;
  if (!eventInfo.get()) await readAgain();
}

/** Reads it again once another revision is published. The next call tries again what has failed. */
export async function followEvent(revision: number): Promise<void> {
  // The first was published as the console began.
  if (knownRevision === undefined) knownRevision = revision;
  else if (revision !== knownRevision && (await readAgain())) knownRevision = revision;
}

function readAgain(): Promise<boolean> {
  reading = reading.then(read);
  return reading;
}

/** Returns whether it could be read. */
async function read(): Promise<boolean> {
  try {
    const response = await fetch(EVENT_FILES.info, { cache: 'no-cache' });
    if (response.ok) eventInfo.set(readableEventInfo.parse(await response.json()));
    return response.ok;
  } catch {
    // Without a network.
    return false;
  }
}
