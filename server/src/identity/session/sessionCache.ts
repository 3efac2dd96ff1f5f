import { LRUCache } from 'lru-cache';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import { perServer } from '../../platform/perServer.ts';

/** The account and session of a valid access token whose session was open at the last look-up. */
export interface SignedIn {
  accountId: string;
  sessionId: string;
}

/** What an access token says while its session is open. */
export interface VerifiedSession {
  signedIn: SignedIn;
  /** Whether the owner of the phone still has to say who registered the account. */
  registeredElsewhere: boolean;
  /** When the token expires, in milliseconds. */
  expiresAt: number;
}

interface Entry extends VerifiedSession {
  lookedUpAt: number;
}

/** A session that another node ended must be rejected within 5 s (decision 031). */
export const TRUSTED_FOR_MS = 4_000;
const MAX_ENTRIES = 20_000;

/**
 * Saves requests the check of their token's signature, and for a few seconds the look-up of their session. A session
 * that this node ends must be passed to {@link forget}; one that another node ends is found at the next look-up.
 */
class SessionCache {
  readonly #entries = new LRUCache<string, Entry>({
    max: MAX_ENTRIES,
    dispose: (entry, token) => this.#unlink(token, entry),
  });
  /** The tokens by account and by session, so that forgetting one does not scan all entries. */
  readonly #tokens = new Map<string, Set<string>>();
  /** How often sessions were ended here. */
  endings = 0;

  /** Who the token belongs to, if it has not expired; `isFresh` if its session need not be looked up again yet. */
  find(token: string, now: number): (VerifiedSession & { isFresh: boolean }) | undefined {
    const entry = this.#entries.get(token);
    if (!entry || now >= entry.expiresAt) return undefined;
    // After the clock was set back, the age is unknown, also once the clock shows that time again.
    if (now < entry.lookedUpAt) entry.lookedUpAt = Number.NEGATIVE_INFINITY;
    const { lookedUpAt, ...known } = entry;
    // Another node may have got the answer, and the next request must not be rejected any more.
    return { ...known, isFresh: !known.registeredElsewhere && now < lookedUpAt + TRUSTED_FOR_MS };
  }

  /** @param endings their number before the look-up: if a session has ended since, the result is not stored */
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

export const sessionCache = perServer((_server: { db: ReadDatabase }) => new SessionCache());
