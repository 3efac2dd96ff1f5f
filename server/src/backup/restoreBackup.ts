import { sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import { endRestoredAccess, type RestoredAccess } from '../identity/staff/endRestoredAccess.ts';
import { migrations as ours } from '../platform/db/migrations.ts';
import type { Database } from '../platform/db/schema.ts';
import { InputError } from '../platform/inputError.ts';
import type { Migrations, OpenDatabase } from '../platform/openDatabase.ts';
import { dropDuePushes } from '../push/pushQueue.ts';
import { anyTables, type BackedUpRow, type BackupHeader, type BackupValue, type RowCounts } from './backupFormat.ts';
import { describeRows } from './describeRows.ts';
import { isEarlier, TABLES_FOR_0_1_0 } from './earlierBackup.ts';
import { listTables } from './listTables.ts';
import { readBackup } from './readBackup.ts';

/** Both engines bind at least 32,766 values in one statement. */
const MAX_VALUES = 15_000;
/** In characters, of one statement: pictures are long. */
const MAX_TEXT = 8_000_000;

interface RestoreOptions {
  force: boolean;
  now: number;
  muteDue(trx: Transaction<Database>, now: number): Promise<void>;
  migrations?: Migrations;
}

/**
 * Restores a database from a backup in one transaction. It creates the tables of the backup's version, fills them, and
 * then runs the later migrations. Members of the staff are signed out, and what was to be pushed before now is not.
 * @param force whether to replace the contents of a database that is not empty
 * @param muteDue lets the app alone tell what is to be told of sessions by now
 * @param migrations those of this version; a test passes a later version's
 * @throws InputError when the file is unusable, or the database is not empty; nothing is changed then
 */
export async function restoreBackup(
  { db, engine }: OpenDatabase,
  file: string,
  { force, now, muteDue, migrations = ours }: RestoreOptions,
): Promise<{ header: BackupHeader; rows: RowCounts; staff: RestoredAccess }> {
  const { header } = await readBackup(file);
  const fillFromFile = async (trx: Transaction<Database>) => {
    if (engine === 'postgres') await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    await emptyOut(trx, engine, force);
    await migrateTo(trx, migrations, isEarlier(header) ? TABLES_FOR_0_1_0 : header.migrations.at(-1));
    // Read and checked again, because the file may have changed.
    const fill = fillTables(trx);
    const read = await readBackup(file, fill.add);
    await fill.flush();
    await migrateTo(trx, migrations, Object.keys(migrations).sort().at(-1));
    await dropDuePushes(trx, now);
    await muteDue(trx, now);
    return { ...read, staff: await endRestoredAccess(trx, now) };
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
      `The database is not empty: it holds ${describeRows(rows)}. Use an empty one, or --force to replace all of it.`,
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

async function migrateTo(trx: Transaction<Database>, migrations: Migrations, name: string | undefined): Promise<void> {
  if (name === undefined) return;
  const migrator = new Migrator({ db: trx, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateTo(name);
  if (error) throw error;
}

/** Inserts rows in batches. */
function fillTables(trx: Transaction<Database>) {
  const db = anyTables(trx);
  let table = '';
  let rows: Record<string, BackupValue>[] = [];
  let length = 0;
  const flush = async () => {
    if (rows.length > 0) await db.insertInto(table).values(rows).execute();
    rows = [];
    length = 0;
  };
  const add = async ({ table: next, columns, values }: BackedUpRow) => {
    if (next !== table || (rows.length + 1) * columns.length > MAX_VALUES || length > MAX_TEXT) await flush();
    table = next;
    length += values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
    rows.push(Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null])));
  };
  return { add, flush };
}
