import { migrations } from '@companion/server/platform/db/migrations';
import type { Migrations } from '@companion/server/platform/openDatabase';
import { readConfig } from '@companion/server/platform/readConfig';
import { startServer } from '@companion/server/startServer';

/*
 * A possible next version of the server, whose tables have more columns and another index. Tests of a rolling start run
 * it together with the current version.
 */
const next: Migrations = {
  ...migrations,
  '9999_next': {
    up: async (db) => {
      await db.schema
        .alterTable('accounts')
        .addColumn('badge', 'text', (c) => c.notNull().defaultTo(''))
        .execute();
      await db.schema.alterTable('comments').addColumn('language', 'text').execute();
      await db.schema.createIndex('comments_by_language').on('comments').column('language').execute();
    },
  },
};

const server = await startServer(readConfig(process.env), { migrations: next });
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
