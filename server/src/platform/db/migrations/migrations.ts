import type { Migration } from 'kysely/migration';
import { tables } from './0001_tables.ts';

/** The first migration of version 0.1.0. Version 0.2.0 started anew, and migrates no tables of that one (decision 018). */
export const FIRST_OF_0_1_0 = '0001_initial';

/** In order. A landed migration is never edited; a later one changes its tables. */
export const migrations: Record<string, Migration> = {
  '0001_tables': tables,
};
