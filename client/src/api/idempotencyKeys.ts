interface SentRequest {
  content: string;
  key: string;
}

/** Keeps the last unanswered request to each address for longer than the page is open. */
export interface SentRequestStore {
  /** Undefined without one. An older version of the app may have stored another shape. */
  read(url: string): unknown;
  write(url: string, sent: SentRequest): void;
  remove(url: string): void;
  clear(): void;
}

/**
 * The idempotency keys of an app's requests. The same key is given while the same content is sent to the same address
 * again, so that a second press after a lost answer does its work once (decision 032). Other content, or the same after
 * an answer, gets a new key.
 */
export class IdempotencyKeys {
  readonly #store: SentRequestStore | undefined;
  /** The last unanswered request to each address. With a store, too: browsers may block it. */
  readonly #unanswered = new Map<string, SentRequest>();

  constructor(store?: SentRequestStore) {
    this.#store = store;
  }

  /** The key of a request that is about to be sent. */
  keyOf(url: string, body: unknown): string {
    const content = JSON.stringify(body);
    const known: Partial<SentRequest> = this.#unanswered.get(url) ?? Object(this.#store?.read(url));
    const sent = { content, key: known.key && known.content === content ? known.key : randomKey() };
    this.#unanswered.set(url, sent);
    this.#store?.write(url, sent);
    return sent.key;
  }

  /** For a request that succeeded: the same content sent to this address again is a new request. */
  forget(url: string, key: string | null): void {
    // A later request to the address, with other content, may still be under way.
    if (this.#unanswered.get(url)?.key !== key) return;
    this.#unanswered.delete(url);
    this.#store?.remove(url);
  }

  /** For a change of account: the same content from another account is a new request. */
  forgetAll(): void {
    this.#unanswered.clear();
    this.#store?.clear();
  }
}

/** crypto.randomUUID is missing on pages served without TLS, such as a demo in the local network. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
