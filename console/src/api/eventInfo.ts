import { EVENT_FILES, type EventInfo, readableEventInfo } from '@companion/contract/event';
import { observable } from './observable.ts';

/** The next reading waits for it. */
const TIMEOUT_MS = 10_000;

/** What anyone may know about the event; undefined until it is there. */
export const eventInfo = observable<EventInfo | undefined>(undefined);
/** The revision that it was read for. */
let knownRevision: number | undefined;
/** Each reading begins after the one before, so that the newest is the last. */
let reading = Promise.resolve(false);

/** Reads it once. Without it the console has its own name; the next screen that needs it tries again. */
export async function readEventInfo(): Promise<void> {
  await reading;
  if (!eventInfo.get()) await readAgain();
}

/**
 * Reads it again once another revision is published, and at the first call: it may be of an earlier revision. The next call
 * tries again what has failed.
 */
export async function followEvent(revision: number): Promise<void> {
  if (revision !== knownRevision && (await readAgain())) knownRevision = revision;
}

function readAgain(): Promise<boolean> {
  reading = reading.then(read);
  return reading;
}

/** Returns whether it could be read. */
async function read(): Promise<boolean> {
  try {
    const response = await fetch(EVENT_FILES.info, { cache: 'no-cache', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) eventInfo.set(readableEventInfo.parse(await response.json()));
    return response.ok;
  } catch {
    // Without a network.
    return false;
  }
}
