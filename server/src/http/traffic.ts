import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { SLOWEST_UPLOAD } from '@companion/contract/constants';
import { OPEN_FILE_LIMIT } from './openFileLimit.ts';

export interface TrafficLimits {
  /** Requests whose body has not arrived: each may hold up to the body limit in memory. */
  maxUnfinished: number;
  /** How long a body may take to arrive, in milliseconds, and a large one the longer it is at this rate. */
  sendTime: number;
  slowestUpload: number;
  /** Answers that one connection waits for. Browsers and proxies send one request at a time. */
  maxPipelined: number;
  /** Answers that their client does not read: each may hold an open file and a buffer. */
  maxUnread: number;
  /** Bytes in memory of all answers that are not read; files are streamed. */
  maxUnreadBytes: number;
  /** How long a client may read an answer of any length, in milliseconds, and the longer it is at this rate. */
  readTime: number;
  slowestRead: number;
  /** How often slow clients are looked for, in milliseconds. */
  checkInterval: number;
  maxConnections: number;
}

export const TRAFFIC_LIMITS: TrafficLimits = {
  maxUnfinished: 1_000,
  sendTime: 10_000,
  slowestUpload: SLOWEST_UPLOAD,
  maxPipelined: 16,
  maxUnread: Math.min(4_000, Math.floor(OPEN_FILE_LIMIT * 0.2)),
  maxUnreadBytes: 128 * 1024 * 1024,
  readTime: 30_000,
  // Bytes a second: a tenth of what a phone gets from a slow 3G network.
  slowestRead: 4_096,
  checkInterval: 2_000,
  maxConnections: Math.min(20_000, Math.floor(OPEN_FILE_LIMIT * 0.7)),
};

/**
 * The server waits for the body, works on the answer, or waits for the client to read the answer. An answer that is a
 * stream has no end to wait for.
 */
type State = 'arriving' | 'working' | 'answered' | 'streaming';

interface Unread {
  /** How many bytes the server holds. */
  held: number;
  /** How many bytes the client is to read; undefined where the answer is made as it is read. */
  length: number | undefined;
  /** Since when this is the first answer of its connection, so that the client reads it and no other. */
  readSince?: number;
  /** How many bytes the connection had taken by then. */
  takenBefore?: number;
}

/**
 * Distinguishes requests that the server works on from those that wait for their client. The former measure overload.
 * The latter are limited: if there are too many, the oldest is closed, never the newest, so that a client that sends its
 * request without delay is served during a flood.
 */
export class Traffic {
  readonly #server: Server;
  readonly #limits: TrafficLimits;
  readonly #states = new Map<IncomingMessage, State>();
  readonly #arriving = new Set<IncomingMessage>();
  /** Until when bodies must have arrived, also those that are dropped because their request was refused. */
  readonly #due = new Map<IncomingMessage, number>();
  readonly #unread = new Map<IncomingMessage, Unread>();
  #unreadBytes = 0;
  /** How many of the unread answers are made as they are read. */
  #madeAsRead = 0;
  /** The open requests of each connection. */
  readonly #connections = new Map<Socket, Set<IncomingMessage>>();
  /** Connections without a request that the server works on, oldest first. */
  readonly #waiting = new Set<Socket>();
  #underWay = 0;

  constructor(server: Server, limits: TrafficLimits) {
    this.#server = server;
    this.#limits = limits;
    const timer = setInterval(() => {
      this.#cutSlowSenders();
      this.#cutSlowReaders();
    }, limits.checkInterval).unref();
    server.once('close', () => clearInterval(timer));
    server.on('connection', (socket: Socket) => this.#open(socket));
    // Before Fastify's own listener, so that its hooks find the request here.
    server.prependListener('request', (request, response) => {
      this.#begin(request);
      response.once('close', () => this.#end(request));
    });
  }

  /** How many requests the server works on. */
  get underWay(): number {
    return this.#underWay;
  }

  /**
   * Call it when the body begins to be read, of a request that may have a large one: it gets more time. It is not closed
   * in favour of newer ones, as those who take it limit how many there are.
   * @param longest how many bytes it may have
   */
  expectLarge(request: IncomingMessage, longest: number): void {
    const due = this.#due.get(request);
    if (due === undefined) return;
    const bytes = Math.min(Number(request.headers['content-length'] ?? longest), longest);
    this.#due.set(request, due + (bytes / this.#limits.slowestUpload) * 1000);
    this.#arriving.delete(request);
  }

  /** Call it once the body has been read, or need not be. */
  arrived(request: IncomingMessage): void {
    this.#due.delete(request);
    if (this.#states.get(request) === 'arriving') this.#change(request, 'working');
  }

  /**
   * Call it once the answer is ready: waiting for a client to read it is not work.
   * @param bytes `held`: what the server holds of it, `length`: what the client reads. One that is made as it is read
   * takes no place of others, and is cut by none: those who make it limit how many there are.
   */
  answered(request: IncomingMessage, { held, length }: Pick<Unread, 'held' | 'length'>): void {
    if (!this.#states.has(request)) return;
    this.#change(request, length === undefined ? 'streaming' : 'answered');
    this.#forgetUnread(request);
    this.#unread.set(request, { held, length });
    this.#unreadBytes += held;
    if (length === undefined) this.#madeAsRead += 1;
    for (let excess = this.#excess(); excess; excess = this.#excess()) {
      // The newest stays, because a single answer may be longer than the limit.
      if (excess === request) return;
      // The connection's other answers go with it, before the next connection is chosen.
      for (const each of [excess, ...(this.#connections.get(excess.socket) ?? [])]) this.#forgetUnread(each);
      excess.socket.destroy();
    }
  }

  /**
   * Call it when the answer becomes a stream of events: it is no work, its connection is not free for others, and slow
   * readers are cut by those who write it.
   */
  streams(request: IncomingMessage): void {
    if (!this.#states.has(request)) return;
    this.#change(request, 'streaming');
    request.socket.setTimeout(0);
  }

  /** The oldest answer of those that are too many, or too long. Closing one that is streamed would free no memory. */
  #excess(): IncomingMessage | undefined {
    const tooMany = this.#unread.size - this.#madeAsRead > this.#limits.maxUnread;
    if (!tooMany && this.#unreadBytes <= this.#limits.maxUnreadBytes) return undefined;
    for (const [request, { held, length }] of this.#unread) {
      if (tooMany ? length !== undefined : held > 0) return request;
    }
    return undefined;
  }

  #forgetUnread(request: IncomingMessage): void {
    const unread = this.#unread.get(request);
    if (!unread) return;
    this.#unreadBytes -= unread.held;
    if (unread.length === undefined) this.#madeAsRead -= 1;
    this.#unread.delete(request);
  }

  /** A client that sends a byte now and then keeps its connection active, too. */
  #cutSlowSenders(): void {
    const now = performance.now();
    for (const [request, due] of this.#due) {
      if (request.complete || request.socket.destroyed) this.#due.delete(request);
      else if (now > due) {
        this.#due.delete(request);
        // As Node reports requests that are late, but of whatever call.
        const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
        this.#server.emit('clientError', late, request.socket);
      }
    }
  }

  /** A client that reads a few bytes now and then keeps its connection active, so only a limit for the answer ends it. */
  #cutSlowReaders(): void {
    const now = performance.now();
    for (const [request, unread] of this.#unread) {
      // Answers to pipelined requests are sent in the order of the requests.
      if (first(this.#connections.get(request.socket) ?? new Set()) !== request) continue;
      unread.readSince ??= now;
      unread.takenBefore ??= bytesTaken(request.socket);
      const { readTime, slowestRead } = this.#limits;
      const length = unread.length ?? bytesTaken(request.socket) - unread.takenBefore;
      if (now - unread.readSince > readTime + (length / slowestRead) * 1000) request.socket.destroy();
    }
  }

  #open(socket: Socket): void {
    this.#connections.set(socket, new Set());
    this.#waiting.add(socket);
    // Node emits "close" only for the answer that is being sent, not for those queued after it.
    socket.once('close', () => {
      for (const request of this.#connections.get(socket) ?? []) this.#end(request);
      this.#connections.delete(socket);
      this.#waiting.delete(socket);
    });
    if (this.#connections.size > this.#limits.maxConnections) (first(this.#waiting) ?? socket).destroy();
  }

  #begin(request: IncomingMessage): void {
    const open = this.#connections.get(request.socket);
    if (!open || request.socket.destroyed) return;
    open.add(request);
    if (hasBody(request)) this.#due.set(request, performance.now() + this.#limits.sendTime);
    this.#change(request, hasBody(request) ? 'arriving' : 'working');
    if (open.size > this.#limits.maxPipelined) request.socket.destroy();
    while (this.#arriving.size > this.#limits.maxUnfinished) this.#closeOldest();
  }

  #end(request: IncomingMessage): void {
    if (request.complete || request.socket.destroyed) this.#due.delete(request);
    this.#change(request, 'answered');
    this.#forgetUnread(request);
    this.#states.delete(request);
    this.#connections.get(request.socket)?.delete(request);
  }

  #closeOldest(): void {
    const oldest = first(this.#arriving);
    if (!oldest) return;
    // Its body is in a buffer until the session has been looked up.
    if (oldest.complete) this.#change(oldest, 'working');
    else {
      this.#arriving.delete(oldest);
      oldest.socket.destroy();
    }
  }

  #change(request: IncomingMessage, state: State): void {
    const { socket } = request;
    if (this.#states.get(request) === 'working') this.#underWay -= 1;
    this.#states.set(request, state);
    this.#arriving.delete(request);
    if (state === 'arriving') this.#arriving.add(request);
    if (state === 'working') this.#underWay += 1;
    if (this.#isUsed(socket)) this.#waiting.delete(socket);
    else if (this.#connections.has(socket)) this.#waiting.add(socket);
  }

  /** Whether the server works for the connection, or streams to it. */
  #isUsed(socket: Socket): boolean {
    for (const request of this.#connections.get(socket) ?? []) {
      const state = this.#states.get(request);
      if (state === 'working' || state === 'streaming') return true;
    }
    return false;
  }
}

const first = <Item>(items: Set<Item> | Map<Item, unknown>): Item | undefined => items.keys().next().value;

/** What the client, or the network on the way to it, has of all that was written. */
const bytesTaken = ({ bytesWritten, writableLength }: Socket): number => bytesWritten - writableLength;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
