import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/**
 * The database methods that read. A transaction has them too, so queries that only read accept either.
 * `executeQuery` runs compiled queries; this type cannot compile one that writes.
 */
export type ReadDatabase = Pick<Kysely<Database>, 'selectFrom' | 'selectNoFrom' | 'executeQuery'>;
