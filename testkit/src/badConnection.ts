import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { NetworkFault, NetworkRequest } from './networkConditions.ts';
import type { NetworkLink } from './networkLink.ts';

const httpAnswer = (status: string, type: string, body: string, ...headers: string[]) =>
  [
    `HTTP/1.1 ${status}`,
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    'Connection: close',
    '',
    body,
  ].join('\r\n');

const PORTAL_PAGE = '<!doctype html><title>Guest Wi-Fi</title><h1>Accept the terms to use this network.</h1>';
const HTML = 'text/html; charset=utf-8';

/** The faults that answer in the server's place. */
const ANSWERS: Partial<Record<NetworkFault, string>> = {
  unavailable: httpAnswer('503 Service Unavailable', HTML, '<h1>503 Service Unavailable</h1>'),
  portal: httpAnswer('200 OK', HTML, PORTAL_PAGE),
  redirect: httpAnswer('302 Found', HTML, PORTAL_PAGE, 'Location: http://portal.invalid/login'),
  empty: httpAnswer('200 OK', 'application/json', ''),
};

interface Route {
  connect(): Socket;
  /** Called for each request. Returns what happens to it. */
  begin(request: NetworkRequest): NetworkFault | undefined;
  links: { up: NetworkLink; down: NetworkLink };
}

/** One connection of a bad network: passes bytes on between a client and the server, with the faults of each request. */
export class BadConnection {
  readonly #client: Socket;
  readonly #route: Route;
  #server: Socket | undefined;
  #fault: NetworkFault | undefined;
  /** Whether the next bytes of the client begin a request. Browsers send one request at a time on a connection. */
  #awaitsRequest = true;
  /** Nothing more is passed on to the client. */
  #isOver = false;
  /** The answer so far, while a fault waits for its middle. */
  #held = Buffer.alloc(0);
  #up: Promise<unknown> = Promise.resolve();
  #down: Promise<unknown> = Promise.resolve();
  readonly #closed = new AbortController();

  constructor(client: Socket, route: Route) {
    this.#client = client;
    this.#route = route;
    client.on('data', (bytes: Buffer) => this.#fromClient(bytes));
    client.on('error', () => {});
    client.on('close', () => {
      this.#closed.abort();
      this.#server?.destroy();
    });
  }

  reset(): void {
    this.#client.resetAndDestroy();
  }

  #fromClient(bytes: Buffer): void {
    if (this.#isOver) return;
    if (this.#awaitsRequest) {
      this.#awaitsRequest = false;
      this.#held = Buffer.alloc(0);
      const [method = '', path = ''] = bytes.toString('latin1', 0, bytes.indexOf('\r\n')).split(' ');
      this.#fault = this.#route.begin({ method, path });
    }
    const answer = this.#fault && ANSWERS[this.#fault];
    if (this.#fault === 'drop') this.reset();
    else if (answer) this.#end(Buffer.from(answer));
    else if (this.#fault !== 'stall') {
      const server = this.#connect();
      this.#up = this.#pass(bytes, this.#route.links.up, this.#up, (packet) => server.write(packet));
    }
  }

  #connect(): Socket {
    if (this.#server) return this.#server;
    const server = this.#route.connect();
    this.#server = server;
    this.#up = this.#wait(2 * (this.#route.links.up.conditions.latencyMs ?? 0));
    server.on('data', (bytes: Buffer) => this.#fromServer(bytes));
    server.on('error', () => this.reset());
    server.on('end', () => {
      if (!this.#isOver) this.#end();
    });
    return server;
  }

  #fromServer(bytes: Buffer): void {
    this.#awaitsRequest = true;
    if (this.#isOver) return;
    if (this.#fault === 'loseAnswer') this.reset();
    else if (this.#fault === 'cut' || this.#fault === 'hang') this.#toMiddle(bytes);
    else this.#toClient(bytes);
  }

  /** Passes the answer on up to its middle. */
  #toMiddle(bytes: Buffer): void {
    this.#held = Buffer.concat([this.#held, bytes]);
    const middle = middleOf(this.#held);
    if (middle === undefined) return;
    const part = this.#held.subarray(0, middle);
    this.#isOver = true;
    if (this.#fault === 'cut') this.#end(part);
    else this.#toClient(part);
  }

  #toClient(bytes: Buffer): void {
    this.#down = this.#pass(bytes, this.#route.links.down, this.#down, (packet) => this.#client.write(packet));
  }

  /** Closes the connection after these bytes. */
  #end(bytes?: Buffer): void {
    this.#isOver = true;
    if (bytes) this.#toClient(bytes);
    void this.#down.then(() => this.#client.end());
  }

  /** Delivers the packets in order, after those before. */
  #pass(bytes: Buffer, link: NetworkLink, before: Promise<unknown>, deliver: (packet: Buffer) => void) {
    let last = before;
    for (const { packet, at } of link.send(bytes, performance.now())) {
      last = last.then(async () => {
        await this.#wait(at - performance.now());
        if (!this.#client.destroyed) deliver(packet);
      });
    }
    return last;
  }

  async #wait(milliseconds: number): Promise<void> {
    // The connection may close first.
    if (milliseconds > 0) await pause(milliseconds, undefined, { signal: this.#closed.signal }).catch(() => {});
  }
}

/** Where to cut an answer: in its body if it has one. Undefined while too little has arrived. */
function middleOf(answer: Buffer): number | undefined {
  const headEnd = answer.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const head = answer.toString('latin1', 0, headEnd);
  const hasBody = /^content-length: [1-9]|^transfer-encoding:/im.test(head);
  if (!hasBody) return Math.ceil(headEnd / 2);
  const bodyBytes = answer.length - headEnd - 4;
  return bodyBytes > 0 ? headEnd + 4 + Math.floor(bodyBytes / 2) : undefined;
}
