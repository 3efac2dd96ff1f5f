/** After this long without a byte, a probe is sent next to the requests that wait. */
const SUSPICION_MS = 2000;
/** How long the probe may stay unanswered. Together they are below the five seconds in which a person gives up. */
const PROBE_SILENCE_MS = 2500;
/** A probe gets twice the time of the slowest recent answer, so that a slow phone or network is not called silent. */
const MAX_PROBE_SILENCE_MS = 10_000;
/** How much of the slowest answer counts after each further one. */
const MEMORY = 0.8;
/** A timer this late means that the phone slept or was busy, so bytes may have arrived unseen. */
const MAX_LATENESS_MS = 1000;

interface WatchEvents {
  /** Nothing has arrived for a while: time for a probe. Its bytes count, too. */
  onSuspicion: () => void;
  /** Nothing gets through. */
  onSilence: () => void;
}

interface WatchedRequest {
  /** Bytes of its answer arrived. */
  received(): void;
  end(): void;
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
  /** The recent time from a request to the first byte of its answer. */
  #slowestMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(events: WatchEvents) {
    this.#events = events;
  }

  /** A request was sent. @param abort ends it when nothing gets through */
  begin(abort: () => void): WatchedRequest {
    if (this.#waiting.size === 0) {
      this.#suspicionMs = SUSPICION_MS;
      this.#restart();
    }
    const sentAt = performance.now();
    let isAnswered = false;
    // A wrapper, since the same function may be given twice.
    const entry = () => abort();
    this.#waiting.add(entry);
    return {
      received: () => {
        if (!isAnswered) this.#slowestMs = Math.max(performance.now() - sentAt, MEMORY * this.#slowestMs);
        isAnswered = true;
        this.received();
      },
      end: () => {
        this.#waiting.delete(entry);
        if (this.#waiting.size === 0) clearTimeout(this.#timer);
      },
    };
  }

  /** Something arrived. */
  received(): void {
    if (this.#waiting.size === 0) return;
    // The probe was answered: the server is slow, and many probes would make it slower.
    if (this.#isSuspected) this.#suspicionMs *= 2;
    this.#restart();
  }

  /** Ends the waiting requests. */
  abortAll(): void {
    for (const abort of [...this.#waiting]) abort();
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
          this.#awaitTime(quietMs + Math.min(MAX_PROBE_SILENCE_MS, Math.max(PROBE_SILENCE_MS, 2 * this.#slowestMs)));
          this.#events.onSuspicion();
        }
      },
      quietMs - (performance.now() - this.#quietSince),
    );
  }
}
