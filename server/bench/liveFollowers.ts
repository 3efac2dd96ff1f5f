import { connect, type Socket } from 'node:net';
import { LIVE_PATH } from '@companion/contract/live';

/** A frame as a follower received it, by `Date.now()`. */
export interface Received {
  at: number;
  event: string;
  data: string;
}

const FRAME = /event: (\w+)\ndata: (.*)\n/g;
/** As the app waits before it opens a stream again: at random up to 10 s, then up to 30 s. */
const FIRST_WAIT_MS = [1_000, 10_000] as const;
const LONGEST_WAIT_MS = 30_000;

/**
 * A client with one open stream, on a bare socket: thousands of `fetch` would cost the load generator more than the
 * server.
 */
export class Follower {
  readonly #urls: string[];
  readonly #headers: string;
  readonly #path: string;
  #socket: Socket | undefined;
  #rest = '';
  #attempts = 0;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  isOpen = false;
  status = 0;
  received: Received[] = [];
  onOpen: () => void = () => {};
  onConnect: () => void = () => {};

  /** @param urls tried in turn */
  constructor(urls: string[], headers: string, path: string = LIVE_PATH) {
    this.#urls = urls;
    this.#headers = headers;
    this.#path = path;
  }

  /** Opens the stream; resolves with its status, or 0 if there is no answer. */
  open({ reads = true } = {}): Promise<number> {
    const { hostname, port } = new URL(this.#urls[this.#attempts++ % this.#urls.length] ?? '');
    this.onConnect();
    return new Promise((resolve) => {
      const socket = connect(Number(port), hostname);
      this.#socket = socket;
      this.#rest = '';
      socket.write(`GET /api${this.#path} HTTP/1.1\r\nhost: ${hostname}\r\n${this.#headers}\r\n\r\n`);
      socket.setEncoding('latin1');
      if (!reads) socket.pause();
      else socket.on('data', (text: string) => this.#take(text, resolve));
      socket.on('error', () => {});
      socket.on('close', () => {
        this.isOpen = false;
        resolve(0);
        this.#comeBack();
      });
    });
  }

  #take(text: string, resolve: (status: number) => void): void {
    const at = Date.now();
    if (!this.isOpen) {
      this.status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
      if (this.status === 200) {
        this.isOpen = true;
        this.#attempts = 0;
        this.onOpen();
      } else this.#socket?.destroy();
      resolve(this.status);
    }
    this.#rest += text;
    const end = this.#rest.lastIndexOf('\n\n');
    if (end < 0) return;
    for (const [, event = '', data = ''] of this.#rest.slice(0, end + 2).matchAll(FRAME)) {
      this.received.push({ at, event, data });
    }
    this.#rest = this.#rest.slice(end + 2);
  }

  #comeBack(): void {
    if (this.#isClosed) return;
    const [shortest, first] = FIRST_WAIT_MS;
    const longest = Math.min(LONGEST_WAIT_MS, first * 2 ** Math.max(0, this.#attempts - 1));
    this.#timer = setTimeout(() => void this.open(), shortest + Math.random() * (longest - shortest));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#socket?.destroy();
  }
}
