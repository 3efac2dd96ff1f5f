import { backoffMs } from './backoffMs.ts';
import { SilenceWatch } from './silenceWatch.ts';

/** After an outage the phones of a full hall fetch again within this time, each at a random moment. */
export const SPREAD_MS = 5000;
export const PROBE_PAUSES = { baseMs: 1000, maxMs: 15_000 };
/** Added after a recovery that did not last, as of a server that answers the probe and then fails under the calls. */
const RELAPSE_PAUSES = { baseMs: 2500, maxMs: 60_000 };
/** A failure this soon after a recovery shows that it did not last. */
const RELAPSE_MS = 30_000;

interface ReachabilityOptions {
  /** Whether the server answers that it can serve. @param onBytes called when any byte of an answer arrives */
  probe: (onBytes: () => void) => Promise<boolean>;
  /**
   * The users of this app are few: a call that fails is an outage at once, the pause between probes does not grow, and
   * all may call together as soon as one is answered.
   */
  isForFew?: boolean;
  random?: () => number;
}

/**
 * Knows whether the server can be reached (decision 043). Calls report what happens to them; while something fails or
 * nothing gets through, a probe is repeated until the server answers.
 */
export class Reachability {
  readonly #probe: ReachabilityOptions['probe'];
  readonly #isForFew: boolean;
  readonly #random: () => number;
  readonly #watch: SilenceWatch;
  readonly #onReachable = new Set<() => void>();
  readonly #onAnswer = new Set<() => void>();
  #onChange: ((isReachable: boolean) => void) | undefined;
  #isOnline = true;
  #isReachable = true;
  /** The listeners wait for the end of an outage. */
  #isOutage = false;
  #isProbing = false;
  #probes = 0;
  #nextProbe: ReturnType<typeof setTimeout> | undefined;
  /** How many recoveries in a row did not last. */
  #relapses = 0;
  #recoveredAt = Number.NEGATIVE_INFINITY;
  #announcement: ReturnType<typeof setTimeout> | undefined;

  constructor({ probe, isForFew = false, random = Math.random }: ReachabilityOptions) {
    this.#probe = probe;
    this.#isForFew = isForFew;
    this.#random = random;
    this.#watch = new SilenceWatch({
      onSuspicion: () => void this.#probe(() => this.#watch.received()),
      onSilence: () => {
        this.#setReachable(false);
        this.#watch.abortAll();
        this.failed();
      },
    });
  }

  /** Starts to probe after failures. @param onChange called when the server becomes unreachable or reachable */
  start(onChange: (isReachable: boolean) => void): void {
    this.#onChange = onChange;
  }

  /** A request was sent: see {@link SilenceWatch}. */
  begin(abort: () => void): ReturnType<SilenceWatch['begin']> {
    return this.#onChange ? this.#watch.begin(abort) : { received: () => {}, end: () => {} };
  }

  /** The server itself answered a call. */
  answered(): void {
    this.#probes = 0;
    this.#cancelProbe();
    this.#setReachable(true);
    for (const listener of this.#onAnswer) listener();
    this.#onAnswer.clear();
    // Without a network it was on its way already: the outage goes on.
    if (this.#isOutage && this.#isOnline) this.#announce();
  }

  /** A call failed, and a repetition may succeed. */
  failed(): void {
    this.#beginOutage();
    if (this.#nextProbe !== undefined) return;
    if (this.#isForFew) this.#lose();
    else void this.check();
  }

  /** Probes at once. */
  async check(): Promise<void> {
    if (!this.#onChange || this.#isProbing || !this.#isOnline) return;
    this.#cancelProbe();
    this.#isProbing = true;
    const isReady = await this.#probe(() => {});
    this.#isProbing = false;
    if (isReady) this.answered();
    else if (this.#isOnline) this.#lose();
  }

  /** Probes at once if the server could not be reached: the attendee is back, or asks for it. */
  checkIfLost(): void {
    if (!this.#isReachable) void this.check();
  }

  /** The browser lost its network, or has one again. */
  setOnline(isOnline: boolean): void {
    this.#isOnline = isOnline;
    this.#cancelProbe();
    if (isOnline) {
      this.#probes = 0;
      this.#setReachable(true);
      this.#probeLater();
    } else {
      this.#isOutage = true;
      this.#cancelAnnouncement();
    }
  }

  /** Calls the listener after each outage, at a random moment. Returns a function that removes it. */
  onReachable(listener: () => void): () => void {
    this.#onReachable.add(listener);
    return () => this.#onReachable.delete(listener);
  }

  /** Probes at once and calls the listener as soon as the server answers. Returns a function that removes it. */
  onceReachable(listener: () => void): () => void {
    this.#onAnswer.add(listener);
    this.#beginOutage();
    void this.check();
    return () => this.#onAnswer.delete(listener);
  }

  #beginOutage(): void {
    if (this.#isOutage) return;
    this.#isOutage = true;
    this.#relapses = performance.now() - this.#recoveredAt < RELAPSE_MS ? this.#relapses + 1 : 0;
  }

  #setReachable(isReachable: boolean): void {
    if (isReachable === this.#isReachable) return;
    this.#isReachable = isReachable;
    if (!isReachable) {
      this.#beginOutage();
      this.#cancelAnnouncement();
    }
    this.#onChange?.(isReachable);
  }

  #lose(): void {
    this.#setReachable(false);
    this.#probeLater();
  }

  #probeLater(): void {
    const pause = backoffMs(this.#isForFew ? 1 : this.#probes, PROBE_PAUSES, this.#random);
    this.#probes += 1;
    this.#nextProbe = setTimeout(() => void this.check(), pause);
  }

  #cancelProbe(): void {
    clearTimeout(this.#nextProbe);
    this.#nextProbe = undefined;
  }

  /** Calls the listeners soon. */
  #announce(): void {
    if (this.#announcement !== undefined) return;
    const relapsePause = this.#relapses > 0 ? backoffMs(this.#relapses, RELAPSE_PAUSES, this.#random) : 0;
    const spread = this.#isForFew ? 0 : this.#random() * SPREAD_MS + relapsePause;
    this.#announcement = setTimeout(() => {
      this.#announcement = undefined;
      this.#isOutage = false;
      this.#recoveredAt = performance.now();
      for (const listener of [...this.#onReachable]) listener();
    }, spread);
  }

  #cancelAnnouncement(): void {
    clearTimeout(this.#announcement);
    this.#announcement = undefined;
  }
}
