import { LRUCache } from 'lru-cache';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';

/** An access token that was found good, and whose session was open when it was last looked up. */
export interface SignedIn {
  accountId: string;
  sessionId: string;
}

interface Entry {
  signedIn: SignedIn;
  /** When the token itself ends, in milliseconds. */
  expiresAt: number;
  lookedUpAt: number;
}

/** A session that another node ended must be refused within 5 s (decision 031). */
const TRUSTED_FOR = 4_000;
const MOST = 20_000;

/**
 * Spares every request of a phone the look-up of its session, for a few seconds at a time. What this node ends itself
 * it must {@link forget}; what another one ended is found at the next look-up.
 */
class SessionCache {
  readonly #entries = new LRUCache<string, Entry>({
    max: MOST,
    dispose: (entry, token) => this.#unlink(token, entry),
  });
  /** By account, and by session: to forget one of thousands must not look at each of them. */
  readonly #tokens = new Map<string, Set<string>>();
  /** How often sessions were ended here. */
  endings = 0;

  /** Who the token is, where its session need not be looked up again yet. */
  find(token: string, now: number): SignedIn | undefined {
    const entry = this.#entries.get(token);
    // A clock that was set back tells nothing about the age.
    const trusted = entry && now >= entry.lookedUpAt && now < entry.lookedUpAt + TRUSTED_FOR && now < entry.expiresAt;
    return trusted ? entry.signedIn : undefined;
  }

  /** @param endings as they were before the look-up: one that a session's end has overtaken is not kept */
  keep(token: string, entry: Entry, endings: number): void {
    if (endings !== this.endings) return;
    this.#entries.set(token, entry);
    for (const id of idsOf(entry)) this.#tokens.set(id, (this.#tokens.get(id) ?? new Set()).add(token));
  }

  /** Call it when sessions of an account, or one session, were ended. */
  forget(ended: { accountId: string } | { sessionId: string }): void {
    this.endings += 1;
    const id = 'accountId' in ended ? ended.accountId : ended.sessionId;
    for (const token of [...(this.#tokens.get(id) ?? [])]) this.#entries.delete(token);
  }

  #unlink(token: string, entry: Entry): void {
    for (const id of idsOf(entry)) {
      const tokens = this.#tokens.get(id);
      tokens?.delete(token);
      if (tokens?.size === 0) this.#tokens.delete(id);
    }
  }
}

const idsOf = ({ signedIn }: Entry) => [signedIn.accountId, signedIn.sessionId];

const caches = new WeakMap<ReadDatabase, SessionCache>();

/** The cache of the server that has this handle: two in one process, as in tests, have one each. */
export function sessionCache(db: ReadDatabase): SessionCache {
  const cache = caches.get(db) ?? new SessionCache();
  caches.set(db, cache);
  return cache;
}
