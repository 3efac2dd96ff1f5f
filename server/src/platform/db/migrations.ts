import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { FAIR_COUNTS, fillFairCounts } from './fairCounts.ts';
import { SAVED_SESSIONS } from './identitySchema.ts';
import { NOTES } from './participationSchema.ts';
import { PROGRAMME } from './programmeSchema.ts';
import { schema } from './schema.ts';
import { fillToldSessions, TOLD_OF_CHANGES } from './sessionNoticeSchema.ts';
import { migrate } from './table.ts';

/** The first migration of version 0.1.0. Version 0.2.0 started anew, and migrates no tables of that one (decision 018). */
export const FIRST_OF_0_1_0 = '0001_initial';

/** In order. A landed one makes the same for ever: a test compares it. */
const NAMES = [
  ...['0001_tables', FAIR_COUNTS, '0003_stage', PROGRAMME, '0005_event_names', SAVED_SESSIONS],
  ...[TOLD_OF_CHANGES, NOTES],
];

/** What a migration writes into the rows that there are. */
const FILLS: Record<string, (db: Kysely<unknown>) => Promise<void>> = {
  [FAIR_COUNTS]: fillFairCounts,
  [TOLD_OF_CHANGES]: fillToldSessions,
};

export const migrations: Record<string, Migration> = Object.fromEntries(
  NAMES.map((name) => [
    name,
    {
      up: async (db) => {
        await migrate(db, schema, name);
        await FILLS[name]?.(db);
      },
    },
  ]),
);
