import { LRUCache } from 'lru-cache';
import type { Opinions } from './contentQueries.ts';

const MAX_BYTES = 32 * 1024 * 1024;
/** What an entry of a map and its object take beside their text. */
const ENTRY_BYTES = 200;

/**
 * Keeps what accounts have voted and written, for a process that alone writes it, as on SQLite. Long comments count by
 * their length: those read longest ago make room.
 */
export class OpinionCache {
  readonly #read: (accountId: string) => Promise<Opinions>;
  readonly #known: LRUCache<string, Opinions>;
  readonly #reading = new Map<string, Promise<Opinions>>();

  constructor(read: (accountId: string) => Promise<Opinions>, maxBytes = MAX_BYTES) {
    this.#read = read;
    this.#known = new LRUCache({ maxSize: maxBytes, sizeCalculation: bytesOf });
  }

  async of(accountId: string): Promise<Opinions> {
    return this.#known.get(accountId) ?? this.#reading.get(accountId) ?? this.#begin(accountId);
  }

  /** Call it once a change is on disk, or may be. A read that is under way is not kept. */
  changed(accountId: string): void {
    this.#known.delete(accountId);
    this.#reading.delete(accountId);
  }

  async #begin(accountId: string): Promise<Opinions> {
    const reading = this.#read(accountId);
    this.#reading.set(accountId, reading);
    const isCurrent = () => this.#reading.get(accountId) === reading;
    try {
      const opinions = await reading;
      if (isCurrent()) this.#known.set(accountId, opinions);
      return opinions;
    } finally {
      if (isCurrent()) this.#reading.delete(accountId);
    }
  }
}

function bytesOf(opinions: Opinions): number {
  let bytes = ENTRY_BYTES;
  for (const [id, { comment }] of opinions) bytes += ENTRY_BYTES + 2 * (id.length + (comment?.length ?? 0));
  return bytes;
}
