import { type BackoffLimits, backoffMs } from '../network/backoffMs.ts';

export interface StreamListener {
  /** Something arrived: at least a heartbeat. */
  onBytes: () => void;
  /** The state of something arrived. */
  onFrame: () => void;
}

/** Why a stream is over. */
export interface StreamEnd {
  /**
   * - `ended`: by the server, or by something between
   * - `failed`: no connection, or a page of a captive portal
   * - `unauthorized`: the access token is not valid, or no longer
   * - `busy`: the server takes no more streams for a while
   * - `missing`: the server has no streams
   */
  kind: 'ended' | 'failed' | 'unauthorized' | 'busy' | 'missing';
  retryAfterMs?: number | undefined;
}

/** Heartbeats come every 10 s. Without a byte for this long a stream is dead, even if it looks open. */
export const SILENCE_MS = 25_000;
/** After so many streams in a row that never delivered anything, a proxy holds them back: the state is polled. */
const MAX_SILENT = 2;
/** How long to poll before a stream is tried again. */
const POLLING_MS = 300_000;
/** The pause between two readings of the state, while something is on stage and else. */
const POLL_ON_STAGE_MS = 5000;
const POLL_MS = 30_000;
/** The pauses before a new stream. Each but the shortest is a limit, up to which any time is equally likely. */
export interface StreamPauses {
  /** Added to each, except after an outage. */
  minMs: number;
  /** After a stream that has ended or failed. */
  afterEnd: BackoffLimits;
  /** After a silent stream. */
  afterSilenceMs: number;
  afterOutageMs: number;
}

/** For the phones of a full hall, which must not come back together. */
const HALL_PAUSES: StreamPauses = {
  minMs: 1000,
  // From 1 s to 10 s, and up to 30 s after further failures.
  afterEnd: { baseMs: 9000, maxMs: 29_000 },
  // Their streams were not cut at the same moment: the fallback begins within 60 s.
  afterSilenceMs: 4000,
  // Other phones lost their streams too.
  afterOutageMs: 6500,
};

export interface ConnectionParts {
  /** Opens a stream and shows what it delivers. Resolves when it is over, and never rejects. */
  openStream: (listener: StreamListener, signal: AbortSignal) => Promise<StreamEnd>;
  /** Reads and shows the state. Resolves with whether the server answered. */
  readState: () => Promise<boolean>;
  /** Whether the phone may keep a stream open. In data-saving mode the state is polled. */
  mayStream: boolean;
  isOnStage: () => boolean;
  isOnline: () => boolean;
  /** Calls the listener after each outage, at a random moment. Returns a function that removes it. */
  onReachable: (listener: () => void) => () => void;
  /** The server could not be reached. */
  reportFailure: () => void;
  pauses?: StreamPauses;
  random?: () => number;
}

export interface Connection {
  /** Reads the state at once: the attendee has returned to the page. */
  refresh: () => void;
  close: () => void;
}

/**
 * The pause before a new stream.
 * @param failures how many streams in a row have failed
 */
export const pauseBeforeStream = (failures: number, random: () => number, pauses = HALL_PAUSES): number =>
  pauses.minMs + backoffMs(failures, pauses.afterEnd, random);

/** The pause between reading the state after an outage and opening a stream. */
export const pauseAfterOutage = (random: () => number, pauses = HALL_PAUSES): number => random() * pauses.afterOutageMs;

/**
 * Follows what is live until it is closed: reads the state, then keeps a stream open (decision 050). Phones that lose
 * their streams together come back at random moments.
 */
export function connect({ openStream, readState, ...parts }: ConnectionParts): Connection {
  const {
    mayStream,
    isOnStage,
    isOnline,
    onReachable,
    reportFailure,
    pauses = HALL_PAUSES,
    random = Math.random,
  } = parts;
  const closing = new AbortController();
  let wake = () => {};
  let silentInARow = mayStream ? 0 : MAX_SILENT;
  let failures = 0;
  const isOpen = () => !closing.signal.aborted;

  /** Ends early when the server can be reached again, and resolves with whether it did. Without a time only then. */
  const pause = (ms?: number) =>
    new Promise<boolean>((resolve) => {
      if (!isOpen()) return resolve(false);
      const timer = ms === undefined ? undefined : setTimeout(() => resolve(false), ms);
      wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  const pauseMs = () => pauseBeforeStream(failures, random, pauses);

  /** Reads the state at once, and waits before a stream: the phones whose streams were cut open theirs at this time. */
  async function followOutage(): Promise<void> {
    if (!isOpen()) return;
    await readState();
    await pause(pauseAfterOutage(random, pauses));
  }

  async function pollFor(ms: number): Promise<void> {
    const end = performance.now() + ms;
    const left = () => end - performance.now();
    while (isOpen() && isOnline() && left() > 0) {
      await pause(Math.min(isOnStage() ? POLL_ON_STAGE_MS : POLL_MS, left()));
      if (isOpen() && left() > 0) await readState();
    }
  }

  async function stream() {
    const cut = new AbortController();
    const seen = { isSilent: false, wasHeard: false, hadFrame: false };
    const onSilence = () => {
      seen.isSilent = true;
      cut.abort();
    };
    let timer = setTimeout(onSilence, SILENCE_MS);
    const listener: StreamListener = {
      onBytes: () => {
        seen.wasHeard = true;
        clearTimeout(timer);
        timer = setTimeout(onSilence, SILENCE_MS);
      },
      onFrame: () => {
        seen.hadFrame = true;
        failures = 0;
        silentInARow = 0;
      },
    };
    const end = await openStream(listener, AbortSignal.any([cut.signal, closing.signal]));
    clearTimeout(timer);
    return { ...end, ...seen };
  }

  /** Keeps one stream open, and waits until the next one may be opened. */
  async function streamOnce(): Promise<void> {
    const { kind, retryAfterMs = 0, ...seen } = await stream();
    if (!isOpen()) return;
    if (seen.isSilent) {
      // Without an answer it is the network that is silent, not the stream.
      if ((await readState()) && !seen.hadFrame) silentInARow += 1;
      if (silentInARow < MAX_SILENT) await pause(pauses.minMs + random() * pauses.afterSilenceMs);
      return;
    }
    const before = failures;
    if (!seen.hadFrame) failures += 1;
    // Reading the state renews the session, or ends it.
    if (kind === 'unauthorized' && (await readState()) && before === 0) return;
    if (kind === 'missing') {
      await pause(POLLING_MS);
      return;
    }
    if (kind === 'busy') return pollFor(retryAfterMs + pauseMs());
    // Not after a stream that was cut, since then all phones would ask at once.
    if (kind === 'failed' && !seen.wasHeard) reportFailure();
    if (await pause(pauseMs())) await followOutage();
  }

  async function run(): Promise<void> {
    await readState();
    while (isOpen()) {
      if (!isOnline()) {
        await pause();
        await followOutage();
      } else if (silentInARow < MAX_SILENT) await streamOnce();
      else {
        await pollFor(POLLING_MS * (0.8 + 0.4 * random()));
        // One more silent stream leads back here.
        if (mayStream) silentInARow = MAX_SILENT - 1;
      }
    }
  }

  const stopListening = onReachable(() => wake());
  void run();
  return {
    refresh: () => void readState(),
    close: () => {
      closing.abort();
      stopListening();
      wake();
    },
  };
}
