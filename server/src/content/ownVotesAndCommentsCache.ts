import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Services } from '../platform/services.ts';
import { readVotesAndComments, readVotesAndCommentsVersion, type VotesAndComments } from './contentQueries.ts';

const MAX_BYTES = 32 * 1024 * 1024;
/** What an entry of a map and its object use in addition to their text. */
const ENTRY_BYTES = 200;
const NONE: CachedVotesAndComments = { tag: '', texts: new Map() };

/** An account's votes and comments as the content list needs them: built once per change, not per request. */
export interface CachedVotesAndComments {
  /** The same for the same votes and comments. */
  tag: string;
  /** `"vote":…,"comment":…` of each item that has one. */
  texts: Map<string, string>;
}

interface Settings {
  /**
   * Returns the version of an account's votes and comments, null where there are none. Not needed where one process writes them
   * all, as on SQLite: {@link OwnVotesAndCommentsCache.changed} is enough there.
   */
  versionOf?: (accountId: string) => Promise<string | null>;
  maxBytes?: number;
}

/**
 * Caches the votes and comments of accounts, bounded by the length of their text; the least recently used are evicted.
 * Concurrent requests share a read.
 */
export class OwnVotesAndCommentsCache {
  readonly #versionOf: Settings['versionOf'];
  /** By account and version: a change on another node makes another key, so that no one shares an earlier read. */
  readonly #known: LRUCache<string, CachedVotesAndComments, string>;

  constructor(
    read: (accountId: string) => Promise<VotesAndComments>,
    { versionOf, maxBytes = MAX_BYTES }: Settings = {},
  ) {
    this.#versionOf = versionOf;
    this.#known = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: bytesOf,
      // The read may return newer values than the version, never older ones; then the next request reads again.
      fetchMethod: async (_key, _stale, { context: accountId }) => prepare(await read(accountId)),
      // A read that a change overtakes is not cached, but answers the request that began it.
      ignoreFetchAbort: true,
    });
  }

  async of(accountId: string): Promise<CachedVotesAndComments> {
    const version = this.#versionOf ? await this.#versionOf(accountId) : '';
    if (version === null) return NONE;
    return this.#known.forceFetch(keyOf(accountId, version), { context: accountId });
  }

  /** Call it once a change is on disk, or may be. A read in progress is not cached. */
  changed(accountId: string): void {
    this.#known.delete(keyOf(accountId, ''));
  }

  /** The same for all accounts. */
  allChanged(): void {
    this.#known.clear();
  }
}

const keyOf = (accountId: string, version: string): string => `${accountId} ${version}`;

/** The cache of a server. */
export function cacheOwnVotesAndComments({ config, db }: Services): OwnVotesAndCommentsCache {
  return new OwnVotesAndCommentsCache(
    (accountId) => readVotesAndComments(db, accountId),
    // On PostgreSQL another node may have written since.
    config.databaseUrl ? { versionOf: (accountId) => readVotesAndCommentsVersion(db, accountId) } : {},
  );
}

function prepare(own: VotesAndComments): CachedVotesAndComments {
  if (own.size === 0) return NONE;
  const texts = new Map([...own].map(([id, one]) => [id, JSON.stringify(one).slice(1, -1)]));
  // The database returns them in any order.
  const sorted = [...texts].sort(([a], [b]) => (a < b ? -1 : 1));
  return { tag: hash('sha256', JSON.stringify(sorted), 'base64url').slice(0, 22), texts };
}

function bytesOf({ texts }: CachedVotesAndComments, key: string): number {
  let bytes = ENTRY_BYTES + 2 * key.length;
  for (const [id, text] of texts) bytes += ENTRY_BYTES + 2 * (id.length + text.length);
  return bytes;
}
