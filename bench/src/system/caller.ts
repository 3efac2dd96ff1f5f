import { type CallName, calls } from '@companion/contract/calls';
import { pathOf } from '@companion/contract/defineCall';
import { type Dispatcher, Pool } from 'undici';

/** One request of a load: a call of the contract and its data. */
export interface Shot {
  call: CallName;
  params?: Record<string, string>;
  token?: string;
  body?: unknown;
  etag?: string;
  /** Such as `br`; the answer's text is then unreadable. */
  encoding?: string;
}

/** The answer to a request; status 0 when there was none. */
export interface Outcome {
  status: number;
  text: string;
  etag: string | undefined;
}

/** Keep-alive connections to one server. */
export class Caller {
  readonly #pool: Pool;

  constructor(origin: string, connections: number) {
    this.#pool = new Pool(origin, { connections, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 60_000 });
  }

  send(shot: Shot): Promise<Outcome> {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (shot.token) headers.authorization = `Bearer ${shot.token}`;
    if (shot.encoding) headers['accept-encoding'] = shot.encoding;
    if (shot.etag) headers['if-none-match'] = shot.etag;
    if (shot.body !== undefined) headers['content-type'] = 'application/json';
    const body = shot.body === undefined ? null : JSON.stringify(shot.body);
    const { method } = calls[shot.call];
    const path = `/api${pathOf(calls[shot.call], shot.params)}`;
    return new Promise((resolve) => {
      this.#pool.dispatch({ method, path, headers, body }, new Receiver(resolve));
    });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** Uses undici's dispatch, because its convenience calls would cost the load generator more. */
class Receiver implements Dispatcher.DispatchHandler {
  readonly #resolve: (outcome: Outcome) => void;
  readonly #chunks: Buffer[] = [];
  #status = 0;
  #etag: string | undefined;

  constructor(resolve: (outcome: Outcome) => void) {
    this.#resolve = resolve;
  }

  onRequestStart(): void {}

  onResponseStart(_controller: unknown, status: number, headers: Record<string, string | string[] | undefined>): void {
    this.#status = status;
    this.#etag = typeof headers.etag === 'string' ? headers.etag : undefined;
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first = Buffer.alloc(0)] = this.#chunks;
    const text = () => (this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : first).toString();
    const { status, etag } = { status: this.#status, etag: this.#etag };
    // Decoded on demand, because the load generator shares the cores with the servers.
    this.#resolve({
      status,
      etag,
      get text() {
        return text();
      },
    } as Outcome);
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#resolve({ status: 0, text: error.message, etag: undefined });
  }
}
