import { sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations as ours } from '../platform/db/migrations/migrations.ts';
import type { OpenDatabase } from '../platform/db/openDatabase.ts';
import type { Database } from '../platform/db/schema.ts';
import { InputError } from '../platform/errors.ts';
import { anyTables, type BackupHeader, type BackupValue, type RowCounts } from './backupFormat.ts';
import { describeRows } from './describeRows.ts';
import { listTables } from './listTables.ts';
import { type BackedUpRow, readBackup } from './readBackup.ts';

/** Both engines bind at least 32,766 values in one statement. */
const VALUES = 15_000;

/**
 * Fills a database from a back-up, in one transaction: all of it or nothing. The tables are made as they were when it
 * was taken, filled, and then brought up to date.
 * @param force whether what the database holds is given up
 * @throws InputError when the file cannot be used, or the database is not empty; nothing is changed then
 */
export async function restoreBackup(
  { db, engine }: OpenDatabase,
  file: string,
  { force }: { force: boolean },
): Promise<{ header: BackupHeader; rows: RowCounts }> {
  const { header } = await readBackup(file);
  const fillFromFile = async (trx: Transaction<Database>) => {
    if (engine === 'postgres') await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    await emptyOut(trx, engine, force);
    await migrateTo(trx, header.migrations.at(-1));
    // Read again, and checked again at its end: the file may be another by now.
    const fill = fillTables(trx);
    const read = await readBackup(file, fill.take);
    await fill.finish();
    await migrateTo(trx, Object.keys(ours).sort().at(-1));
    return read;
  };
  return db
    .transaction()
    .execute(fillFromFile)
    .catch((error: unknown) => {
      if (error instanceof InputError || !(error instanceof Error)) throw error;
      throw new InputError(`${file} cannot be restored, and nothing was changed: ${error.message}`);
    });
}

async function emptyOut(trx: Transaction<Database>, engine: OpenDatabase['engine'], force: boolean): Promise<void> {
  const tables = await listTables(trx, engine);
  const rows: RowCounts = {};
  for (const { name } of tables) rows[name] = await countRows(trx, name);
  if (!force && Object.values(rows).some((count) => count > 0)) {
    throw new InputError(
      `The database is not empty: it holds ${describeRows(rows)}. Name an empty one, or give --force to replace all of it.`,
    );
  }
  const own = ['kysely_migration', 'kysely_migration_lock'];
  for (const name of [...tables.map((table) => table.name).reverse(), ...own]) {
    await trx.schema.dropTable(name).ifExists().execute();
  }
}

async function countRows(trx: Transaction<Database>, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(trx);
  return rows[0]?.count ?? 0;
}

async function migrateTo(trx: Transaction<Database>, name: string | undefined): Promise<void> {
  if (name === undefined) return;
  const migrator = new Migrator({ db: trx, provider: { getMigrations: async () => ours } });
  const { error } = await migrator.migrateTo(name);
  if (error) throw error;
}

/** Inserts rows many at a time. */
function fillTables(trx: Transaction<Database>) {
  const db = anyTables(trx);
  let table = '';
  let rows: Record<string, BackupValue>[] = [];
  const finish = async () => {
    if (rows.length > 0) await db.insertInto(table).values(rows).execute();
    rows = [];
  };
  const take = async ({ table: next, columns, values }: BackedUpRow) => {
    if (next !== table || (rows.length + 1) * columns.length > VALUES) await finish();
    table = next;
    rows.push(Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null])));
  };
  return { take, finish };
}
