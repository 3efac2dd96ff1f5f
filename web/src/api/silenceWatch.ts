/** After this long without a byte, a probe is sent next to the requests that wait. */
export const SUSPICION_MS = 2000;
/** How long the probe may stay unanswered. Together they are below the five seconds in which a person gives up. */
export const PROBE_SILENCE_MS = 2500;
/** A timer this late means that the phone slept or was busy, so bytes may have arrived unseen. */
const MAX_LATENESS_MS = 1000;

interface WatchEvents {
  /** Nothing has arrived for a while: time for a probe. Its bytes count, too. */
  onSuspicion: () => void;
  /** Nothing gets through. */
  onSilence: () => void;
}

/**
 * Notices that requests wait and no byte of any answer arrives. One slow answer among others is not silence, and neither
 * is a slow server that answers the probe: only then the network is the cause.
 */
export class SilenceWatch {
  readonly #events: WatchEvents;
  readonly #waiting = new Set<() => void>();
  #quietSince = 0;
  #suspicionMs = SUSPICION_MS;
  #isSuspected = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(events: WatchEvents) {
    this.#events = events;
  }

  /**
   * A request was sent.
   * @param abort ends it when nothing gets through
   * @returns a function to call when the request has ended
   */
  begin(abort: () => void): () => void {
    if (this.#waiting.size === 0) {
      this.#suspicionMs = SUSPICION_MS;
      this.#restart();
    }
    // A wrapper, since the same function may be given twice.
    const entry = () => abort();
    this.#waiting.add(entry);
    return () => {
      this.#waiting.delete(entry);
      if (this.#waiting.size === 0) clearTimeout(this.#timer);
    };
  }

  /** Bytes of an answer arrived. */
  heard(): void {
    if (this.#waiting.size === 0) return;
    // The probe was answered: the server is slow, and many probes would make it slower.
    if (this.#isSuspected) this.#suspicionMs *= 2;
    this.#restart();
  }

  /** Ends all waiting requests. */
  abortAll(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    clearTimeout(this.#timer);
    for (const abort of waiting) abort();
  }

  #restart(): void {
    this.#quietSince = performance.now();
    this.#isSuspected = false;
    this.#awaitTime(this.#suspicionMs);
  }

  /** Waits until it has been quiet for this long. */
  #awaitTime(quietMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        const lateness = performance.now() - this.#quietSince - quietMs;
        if (lateness > MAX_LATENESS_MS) this.#restart();
        else if (this.#isSuspected) this.#events.onSilence();
        else {
          this.#isSuspected = true;
          this.#awaitTime(quietMs + PROBE_SILENCE_MS);
          this.#events.onSuspicion();
        }
      },
      quietMs - (performance.now() - this.#quietSince),
    );
  }
}
