import type { ReadDatabase } from './db/readDatabase.ts';
import type { Keys } from './deriveKeys.ts';
import type { Config } from './readConfig.ts';

/** What routes, workers and commands need. A server, a command or a test creates it once, at start. */
export interface Services {
  config: Config;
  /** For reading. Writes go through `transact` or `autocommit`. */
  db: ReadDatabase;
  keys: Keys;
  /** Milliseconds since 1970. No rule uses another clock, so that a test can set the time. */
  now(): number;
}
