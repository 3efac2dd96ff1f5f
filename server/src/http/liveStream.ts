import type { ServerResponse } from 'node:http';
import type { Audience } from '../live/liveSource.ts';

/** Who opens a stream, from whatever authenticated the request. */
export interface Viewer {
  audience: Audience;
  /** The account, the member of the staff or the device: each may have a few streams. */
  owner: string;
  session: string;
  /** When the credentials expire, in milliseconds. */
  expiresAt: number;
  /** Whether the account may be an invented one: then its stream makes room when the node is full. */
  mayBeInvented?: boolean;
  /** Which of these sessions are still open: asked of all viewers of a kind together. */
  openSessionsOf(sessions: string[]): Promise<Set<string>>;
}

/** The client left; or the server ended the stream. */
export type StreamEnd = 'left' | 'expired' | 'signed_out' | 'behind' | 'replaced' | 'made_room' | 'stopping';

/** One open stream of server-sent events. */
export class LiveStream {
  readonly viewer: Viewer;
  readonly #response: ServerResponse;
  /** Of the frames that were written last. */
  version = 0;
  /** When to end it by the server's clock, and when for a stop, by `performance.now()`. */
  expiresAt = Number.POSITIVE_INFINITY;
  stopsAt = Number.POSITIVE_INFINITY;
  /** When the next heartbeat is due, and when the session was found open, by `performance.now()`. */
  beatAt = 0;
  checkedAt = Number.NEGATIVE_INFINITY;
  /** Since when the client has not read everything. */
  #behindSince: number | undefined;

  constructor(viewer: Viewer, response: ServerResponse) {
    this.viewer = viewer;
    this.#response = response;
  }

  /**
   * Writes, unless the client has not read what it was sent before: the frames are a state, so that it misses nothing if
   * it gets the newest later, and a client that does not read holds no memory.
   * @returns whether it was written
   */
  write(bytes: Buffer): boolean {
    if (this.isBehind()) return false;
    this.#response.write(bytes);
    return true;
  }

  isBehind(): boolean {
    if (this.#response.writableLength === 0) this.#behindSince = undefined;
    else this.#behindSince ??= performance.now();
    return this.#behindSince !== undefined;
  }

  /** For how long the client has not read everything, in milliseconds. */
  behindFor(): number {
    return this.isBehind() ? performance.now() - (this.#behindSince ?? 0) : 0;
  }

  end(): void {
    // What is not read would keep the connection open.
    if (this.isBehind()) this.#response.destroy();
    else this.#response.end();
  }
}
