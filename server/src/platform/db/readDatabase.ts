import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/**
 * The half of the database that reads. A transaction is one too, so queries that only read take either.
 * `executeQuery` runs what was compiled; nothing that writes can be compiled with this.
 */
export type ReadDatabase = Pick<Kysely<Database>, 'selectFrom' | 'selectNoFrom' | 'executeQuery'>;
