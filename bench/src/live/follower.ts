import { connect as dial, type Socket } from 'node:net';
import { type Connection, connect, type StreamEnd, type StreamListener } from '@companion/client/live/connect';
import { Reachability } from '@companion/client/network/reachability';
import { getLiveState, LIVE_PATH } from '@companion/contract/live';
import { type Frame, framesIn } from './framesIn.ts';

/** A frame as a follower received it, by `Date.now()`. */
export interface Received {
  at: number;
  frame: Frame;
}

/** What authenticates a follower. */
export interface Credential {
  /** A line of the request's head. */
  header(): string;
  /** Renews it, once it has expired. @returns whether the server still accepts it */
  renew(): Promise<boolean>;
}

/**
 * A client that keeps one stream open by the rules of the app (`client/src/live/connect.ts`), behind a proxy that tries the
 * next node when one refuses a connection. On bare sockets: thousands of `fetch` would cost the load generator more than
 * the server.
 */
export class Follower {
  readonly #urls: string[];
  readonly #credential: Credential;
  readonly #path: string;
  readonly #reachability: Reachability;
  #isReachable = true;
  #connection: Connection | undefined;
  #opened: (status: number) => void = () => {};
  #rest = '';
  isOpen = false;
  /** Whether the server has refused its credentials, which would sign a phone out. */
  isSignedOut = false;
  received: Received[] = [];
  /** Called when a node accepts a connection for a stream, and when the stream has begun. */
  onConnect: () => void = () => {};
  onOpen: () => void = () => {};

  /** @param urls the nodes, in the order in which the proxy tries them */
  constructor(urls: string[], credential: Credential, path: string = LIVE_PATH) {
    this.#urls = urls;
    this.#credential = credential;
    this.#path = path;
    this.#reachability = new Reachability({ probe: async () => (await this.#ask('/health/ready')) === 200 });
    this.#reachability.start((isReachable) => {
      this.#isReachable = isReachable;
    });
  }

  /** Opens the stream, and opens it again until `close`. Resolves with the status of the first answer, or 0 if there is none. */
  open(): Promise<number> {
    return new Promise((resolve) => {
      this.#opened = resolve;
      this.#connection = connect({
        openStream: (listener, signal) => this.#openStream(listener, signal),
        readState: () => this.#readState(),
        mayStream: true,
        isOnStage: () => false,
        isOnline: () => this.#isReachable,
        onReachable: (listener) => this.#reachability.onReachable(listener),
        reportFailure: () => this.#reachability.failed(),
      });
    });
  }

  close(): void {
    this.#connection?.close();
  }

  /** Screens of the stage have no such call. */
  async #readState(): Promise<boolean> {
    if (this.#path !== LIVE_PATH) return true;
    const path = `/api${getLiveState.path}`;
    let status = await this.#ask(path);
    if (status === 401) {
      if (await this.#credential.renew()) status = await this.#ask(path);
      else this.isSignedOut = true;
    }
    if (status === 0) this.#reachability.failed();
    if (status === 200) this.#reachability.answered();
    return status === 200;
  }

  async #openStream(listener: StreamListener, signal: AbortSignal): Promise<StreamEnd> {
    const socket = await this.#dial(`/api${this.#path}`);
    if (!socket || signal.aborted) {
      socket?.destroy();
      this.#opened(0);
      return { kind: 'failed' };
    }
    this.onConnect();
    return new Promise((resolve) => {
      let end: StreamEnd = { kind: 'failed' };
      this.#rest = '';
      signal.addEventListener('abort', () => socket.destroy(), { once: true });
      socket.on('data', (text: string) => {
        if (!this.isOpen) {
          const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
          this.#opened(status);
          if (status !== 200) {
            end = refusedWith(status, text);
            socket.destroy();
            return;
          }
          end = { kind: 'ended' };
          this.isOpen = true;
          this.onOpen();
        }
        listener.onBytes();
        if (this.#take(text)) listener.onFrame();
      });
      socket.on('close', () => {
        this.isOpen = false;
        this.#opened(0);
        resolve(end);
      });
    });
  }

  /** @returns whether a frame was complete */
  #take(text: string): boolean {
    const at = Date.now();
    const whole = this.#rest + text;
    const end = whole.lastIndexOf('\n\n') + 2;
    if (end === 1) {
      this.#rest = whole;
      return false;
    }
    this.#rest = whole.slice(end);
    const frames = framesIn(whole.slice(0, end));
    for (const frame of frames) this.received.push({ at, frame });
    return frames.length > 0;
  }

  /** @returns the status; 0 without an answer */
  async #ask(path: string): Promise<number> {
    const socket = await this.#dial(path);
    if (!socket) return 0;
    return new Promise((resolve) => {
      let status = 0;
      socket.on('data', (text: string) => {
        status ||= Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
      });
      socket.on('close', () => resolve(status));
    });
  }

  /** Sends a request to the first node that accepts the connection. */
  async #dial(path: string): Promise<Socket | undefined> {
    for (const url of this.#urls) {
      const socket = await accepted(url);
      if (!socket) continue;
      const { hostname } = new URL(url);
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\n${this.#credential.header()}\r\n\r\n`,
      );
      return socket;
    }
    return undefined;
  }
}

/** A client that opens a stream and never reads. */
export async function openUnread(url: string, header: string): Promise<Socket | undefined> {
  const socket = await accepted(url);
  socket?.pause().write(`GET /api${LIVE_PATH} HTTP/1.1\r\nhost: ${new URL(url).hostname}\r\n${header}\r\n\r\n`);
  return socket;
}

/** Undefined when the connection is refused. */
function accepted(url: string): Promise<Socket | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = dial(Number(port), hostname);
    socket.setEncoding('latin1').on('error', () => {});
    socket.once('connect', () => resolve(socket));
    socket.once('close', () => resolve(undefined));
  });
}

function refusedWith(status: number, head: string): StreamEnd {
  const retryAfter = /^retry-after: (\d+)/im.exec(head)?.[1];
  if (status === 401) return { kind: 'unauthorized' };
  if (status === 503) return { kind: 'busy', retryAfterMs: Number(retryAfter ?? 0) * 1000 };
  return { kind: 'failed' };
}
