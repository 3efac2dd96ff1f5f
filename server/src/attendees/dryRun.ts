import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Database } from '../platform/db/schema.ts';
import { openDatabase } from '../platform/openDatabase.ts';
import type { Services } from '../platform/services.ts';

const BATCH_SIZE = 200;

/**
 * Runs an import on a temporary copy of the tables that it reads. The report is exactly that of a real run, and the
 * database is neither changed nor locked.
 */
export async function dryRun<Result>(
  services: Services,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'companion-dry-run-'));
  try {
    const copy = await openDatabase({ folder });
    try {
      for (const table of ['events', 'accounts', 'tickets'] as const) await copyTable(services.db, copy.db, table);
      return await work({ ...services, db: copy.db });
    } finally {
      await copy.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function copyTable(from: ReadDatabase, to: Kysely<Database>, table: 'events' | 'accounts' | 'tickets') {
  const rows = await from.selectFrom(table).selectAll().execute();
  for (let at = 0; at < rows.length; at += BATCH_SIZE) {
    await to
      .insertInto(table)
      .values(rows.slice(at, at + BATCH_SIZE))
      .execute();
  }
}
