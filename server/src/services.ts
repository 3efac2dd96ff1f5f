import type { Kysely } from 'kysely';
import type { Config } from './config.ts';
import type { Database } from './db/schema.ts';
import type { Keys } from './keys.ts';

/** What routes work with; made once in `main.ts`, or by a test. */
export interface Services {
  config: Config;
  db: Kysely<Database>;
  keys: Keys;
  /** Milliseconds since 1970: the only clock that decides anything, so that a test can set it. */
  now(): number;
}
