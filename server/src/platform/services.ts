import type { Config } from './config.ts';
import type { ReadDatabase } from './db/readDatabase.ts';
import type { Keys } from './keys.ts';

/** What routes, workers and commands work with. A server, a command or a test makes it once, when it starts. */
export interface Services {
  config: Config;
  /** For reading. Writes go through `transact` or `autocommit`. */
  db: ReadDatabase;
  keys: Keys;
  /** Milliseconds since 1970: the only clock that decides anything, so that a test can set it. */
  now(): number;
}
