import type { Opinions } from './contentQueries.ts';

const MOST = 20_000;

/** What each account has voted and written. */
export interface OwnOpinions {
  of(accountId: string): Promise<Opinions>;
  /** Call it once a change is on disk, or may be. */
  changed(accountId: string): void;
}

/**
 * Keeps what was read until it changes; only where this process alone writes it, as it does on SQLite. A read that
 * was under way when the change came is dropped with the rest, so no old one stays.
 */
export function rememberOpinions(read: OwnOpinions['of']): OwnOpinions {
  const kept = new Map<string, Promise<Opinions>>();
  return {
    of: (accountId) => {
      const known = kept.get(accountId);
      if (known) return known;
      const reading = read(accountId);
      kept.set(accountId, reading);
      reading.catch(() => kept.get(accountId) === reading && kept.delete(accountId));
      const [oldest] = kept.size > MOST ? kept.keys() : [];
      if (oldest !== undefined) kept.delete(oldest);
      return reading;
    },
    changed: (accountId) => void kept.delete(accountId),
  };
}
