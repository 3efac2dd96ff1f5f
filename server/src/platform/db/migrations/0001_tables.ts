import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { deliveryTables } from './0001_deliveryTables.ts';
import { eventTables } from './0001_eventTables.ts';
import { identityTables } from './0001_identityTables.ts';
import { participationTables } from './0001_participationTables.ts';
import { staffTables } from './0001_staffTables.ts';
import { ticketTables } from './0001_ticketTables.ts';

/**
 * The tables of version 0.2.0, in SQL that means the same on both engines: `bigint` holds milliseconds, `integer` counts
 * and flags. The columns are explained in the schema files. A table comes after those that it refers to.
 */
export const tables: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      ...eventTables,
      ...identityTables,
      ...participationTables,
      ...ticketTables,
      ...deliveryTables,
      ...staffTables,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
