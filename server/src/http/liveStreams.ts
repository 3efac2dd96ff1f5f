import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { HEARTBEAT_EVENT } from '@companion/contract/staff/staffLive';
import type { LiveHub } from '../live/liveHub.ts';
import type { Audience } from '../live/liveSource.ts';
import { DomainError } from '../platform/domainError.ts';
import { SECOND } from '../platform/time.ts';
import { LiveStream, type StreamEnd, type Viewer } from './liveStream.ts';
import { OPEN_FILE_LIMIT } from './openFileLimit.ts';

export interface StreamLimits {
  /** Beyond it only the few of the staff and the stage are admitted, and others in place of accounts that may be invented. */
  maxStreams: number;
  /** A browser has one stream of each audience for all its tabs. */
  maxOfOwner: Record<Audience, number>;
  /** How long a client may leave unread what it was sent, in milliseconds. */
  longestBehind: number;
  heartbeat: number;
  /** How often each session is looked up: one that another node ended is cut within 5 s (decision 031). */
  sessionCheck: number;
  /** How often streams are looked after. */
  interval: number;
}

/** Of a node with enough open files. */
export const MAX_STREAMS = 10_000;

export const STREAM_LIMITS: StreamLimits = {
  maxStreams: Math.min(MAX_STREAMS, Math.floor(OPEN_FILE_LIMIT * 0.5)),
  maxOfOwner: { everyone: 2, stage: 4, staff: 8 },
  longestBehind: 20 * SECOND,
  heartbeat: 10 * SECOND,
  sessionCheck: 4 * SECOND,
  interval: 500,
};

/**
 * How long streams are written to before other work has its turn, and for how long: all in one go would stall the
 * server for a second, and without the pauses the votes that phones send meanwhile would wait. By time, because a write
 * may take ten times as long on a busy machine. The pause is no share of that: there, phones would wait ten times as
 * long.
 */
export const SLICE_MS = 2;
export const PAUSE_MS = 4;
/** Sessions per statement. */
const SESSIONS_AT_ONCE = 500;
/** Streams that were opened together must not end, and return, together. */
const EXPIRY_SPREAD_MS = 30 * SECOND;
/** Before the end of the drain, for the last answers. */
const DRAIN_RESERVE_MS = SECOND;
const RETRY_WHEN_FULL_MS = 30 * SECOND;
/** Phones read every byte. An `EventSource`, as in the console, reports only events, and only those with data. */
const COMMENT = Buffer.from(':\n\n');
const BEAT = Buffer.from(`event: ${HEARTBEAT_EVENT}\ndata: 0\n\n`);

const REFUSALS = {
  node: 'Too many people follow the event here right now.',
  owner: 'You follow the event on other devices already.',
  stopping: 'The server is about to stop.',
};
type Refusal = keyof typeof REFUSALS;

/** The open streams of one node, however their viewers were authenticated (decision 047). */
export class LiveStreams extends EventEmitter<{ ended: [why: StreamEnd]; refused: [why: Refusal] }> {
  readonly #hub: LiveHub;
  readonly #now: () => number;
  readonly #limits: StreamLimits;
  readonly #streams = new Set<LiveStream>();
  readonly #ofOwner = new Map<string, Set<LiveStream>>();
  /** Those of accounts that may be invented, in the order of their opening. */
  readonly #maybeInvented = new Set<LiveStream>();
  readonly #timer: NodeJS.Timeout;
  #isSending = false;
  #sendAgain = false;
  #isChecking = false;
  #isStopping = false;

  /** @param limits override the server's limits in tests */
  constructor(hub: LiveHub, now: () => number, limits: Partial<StreamLimits> = {}) {
    super();
    this.#hub = hub;
    this.#now = now;
    this.#limits = { ...STREAM_LIMITS, ...limits };
    hub.on('frames', () => void this.#send());
    this.#timer = setInterval(() => this.#maintain(), this.#limits.interval).unref();
  }

  /** How many streams an audience has. */
  count(audience: Audience): number {
    let count = 0;
    for (const { viewer } of this.#streams) if (viewer.audience === audience) count += 1;
    return count;
  }

  /** How many of the streams of everyone are of accounts that may be invented. */
  get maybeInvented(): number {
    return this.#maybeInvented.size;
  }

  /**
   * Makes room for a stream. The oldest of the same session ends, because a browser that opens a further one has lost it:
   * the server may learn that a quarter of an hour later. For another viewer no stream ends, unless the node is full: then
   * the newest of an account that may be invented ends for one that is not.
   * @throws DomainError `unavailable` when the node or the owner has too many, or the server is about to stop
   */
  admit(viewer: Viewer): void {
    const { audience, session } = viewer;
    const own = this.#ofOwner.get(ownerKey(viewer));
    if (this.#isStopping) this.#refuse('stopping');
    if (own && own.size >= this.#limits.maxOfOwner[audience]) {
      const lost = [...own].find((stream) => stream.viewer.session === session);
      this.#end(lost ?? this.#refuse('owner'), 'replaced');
    }
    // The stage must go on in a full hall, whose streams any stranger with many accounts can take.
    if (audience !== 'everyone' || this.#streams.size < this.#limits.maxStreams) return;
    const newest = viewer.mayBeInvented ? undefined : [...this.#maybeInvented].at(-1);
    this.#end(newest ?? this.#refuse('node'), 'made_room');
  }

  #refuse(why: Refusal): never {
    this.emit('refused', why);
    throw new DomainError('unavailable', REFUSALS[why], { retryAfterMs: RETRY_WHEN_FULL_MS });
  }

  /** Begins the stream on a response whose head was written. Call it in the same round of the event loop as `admit`. */
  open(viewer: Viewer, response: ServerResponse): void {
    const stream = new LiveStream(viewer, response);
    const unwatch = this.#hub.watch(viewer.audience);
    stream.expiresAt = viewer.expiresAt + Math.random() * EXPIRY_SPREAD_MS;
    stream.beatAt = performance.now() + Math.random() * this.#limits.heartbeat;
    const key = ownerKey(viewer);
    const own = this.#ofOwner.get(key) ?? new Set();
    this.#streams.add(stream);
    if (viewer.mayBeInvented) this.#maybeInvented.add(stream);
    this.#ofOwner.set(key, own.add(stream));
    response.once('close', () => {
      unwatch();
      this.#forget(stream, 'left');
    });
    this.#catchUp(stream);
  }

  /** Ends all streams within that time, at random moments, so that their clients do not return all at once. */
  stop(withinMs: number): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    const time = Math.max(0, withinMs - DRAIN_RESERVE_MS);
    for (const stream of this.#streams) stream.stopsAt = performance.now() + Math.random() * time;
  }

  /** Ends all streams that are left. */
  async close(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    await this.#eachInSlices((stream) => this.#end(stream, 'stopping'));
  }

  /** Brings every stream up to date. What changes in between reaches the streams that are left, and then the others. */
  async #send(): Promise<void> {
    this.#sendAgain = true;
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#sendAgain) {
      this.#sendAgain = false;
      await this.#eachInSlices((stream) => this.#catchUp(stream));
    }
    this.#isSending = false;
  }

  #catchUp(stream: LiveStream): boolean {
    const frames = this.#hub.frames(stream.viewer.audience);
    if (stream.version === frames.version || !stream.write(frames.since(stream.version))) return false;
    stream.version = frames.version;
    return true;
  }

  #maintain(): void {
    const [at, clock] = [performance.now(), this.#now()];
    void this.#eachInSlices((stream) => {
      if (stream.behindFor() > this.#limits.longestBehind) return this.#end(stream, 'behind');
      if (at >= stream.stopsAt) return this.#end(stream, 'stopping');
      if (clock >= stream.expiresAt) return this.#end(stream, 'expired');
      // While frames are sent, this would take the pauses of that for more of them.
      if (!this.#isSending && this.#catchUp(stream)) return true;
      if (at < stream.beatAt) return false;
      stream.beatAt += this.#limits.heartbeat;
      return stream.write(stream.viewer.audience === 'everyone' ? COMMENT : BEAT);
    });
    void this.#checkSessions();
  }

  async #checkSessions(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    const due = performance.now() - this.#limits.sessionCheck;
    const streams = [...this.#streams].filter(({ checkedAt }) => checkedAt <= due);
    try {
      for (const [openSessionsOf, group] of Map.groupBy(streams, ({ viewer }) => viewer.openSessionsOf)) {
        for (let start = 0; start < group.length; start += SESSIONS_AT_ONCE) {
          const some = group.slice(start, start + SESSIONS_AT_ONCE);
          const checkedAt = performance.now();
          const open = await openSessionsOf(some.map(({ viewer }) => viewer.session));
          for (const stream of some) {
            if (open.has(stream.viewer.session)) stream.checkedAt = checkedAt;
            else this.#end(stream, 'signed_out');
          }
        }
      }
    } catch {
      // Without its database the node ends no stream, and checks again as soon as it can: the hub reports the outage.
    } finally {
      this.#isChecking = false;
    }
  }

  #end(stream: LiveStream, why: StreamEnd): true {
    this.#forget(stream, why);
    stream.end();
    return true;
  }

  #forget(stream: LiveStream, why: StreamEnd): void {
    if (!this.#streams.delete(stream)) return;
    this.#maybeInvented.delete(stream);
    const key = ownerKey(stream.viewer);
    const own = this.#ofOwner.get(key);
    own?.delete(stream);
    if (own?.size === 0) this.#ofOwner.delete(key);
    this.emit('ended', why);
  }

  /** @param act returns whether it wrote to the stream */
  async #eachInSlices(act: (stream: LiveStream) => boolean): Promise<void> {
    let begun = performance.now();
    for (const stream of this.#streams) {
      if (!act(stream)) continue;
      if (performance.now() - begun < SLICE_MS) continue;
      await delay(PAUSE_MS);
      begun = performance.now();
    }
  }
}

/** A member may watch as staff and, at the projector, as the stage: each has its own limit. */
const ownerKey = ({ audience, owner }: Viewer): string => `${audience} ${owner}`;
