import { type Kysely, sql, type TableMetadata } from 'kysely';
import type { Database } from '../platform/db/schema.ts';

/** A table as the database describes it. */
export interface Table {
  name: string;
  columns: string[];
  /** The primary key; `text` columns are sorted by bytes. */
  key: { name: string; text: boolean }[];
}

interface Relations {
  keys: { table: string; column: string }[];
  references: { child: string; parent: string }[];
}

/**
 * Every table of the event, parents before the children that refer to them. Read from the database, so that a backup
 * includes tables of later versions.
 */
export async function listTables(db: Kysely<Database>, engine: 'sqlite' | 'postgres'): Promise<Table[]> {
  const { keys, references } = await (engine === 'sqlite' ? sqliteRelations(db) : postgresRelations(db));
  const schema = engine === 'sqlite' ? undefined : await currentSchema(db);
  const found = (await db.introspection.getTables()).filter((table) => !table.isView && table.schema === schema);
  const tables = found.map((table) => describe(table, keys)).sort((a, b) => (a.name < b.name ? -1 : 1));
  return parentsFirst(tables, references);
}

function describe({ name, columns }: TableMetadata, keys: Relations['keys']): Table {
  const key = keys.filter(({ table }) => table === name).map(({ column }) => column);
  const isText = (column: string) => columns.some((each) => each.name === column && /text|char/i.test(each.dataType));
  return {
    name,
    columns: columns.map((column) => column.name),
    key: key.map((column) => ({ name: column, text: isText(column) })),
  };
}

function parentsFirst(tables: Table[], references: Relations['references']): Table[] {
  const sorted: Table[] = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  while (waiting.size > 0) {
    const free = [...waiting.values()].find(
      ({ name }) => !references.some(({ child, parent }) => child === name && parent !== name && waiting.has(parent)),
    );
    if (!free) throw new Error(`These tables refer to each other in a cycle: ${[...waiting.keys()].join(', ')}`);
    waiting.delete(free.name);
    sorted.push(free);
  }
  return sorted;
}

async function sqliteRelations(db: Kysely<Database>): Promise<Relations> {
  const keys = await sql<Relations['keys'][number]>`
    select m.name as "table", c.name as "column" from sqlite_master m, pragma_table_info(m.name) c
    where m.type = 'table' and c.pk > 0 order by m.name, c.pk`.execute(db);
  const references = await sql<Relations['references'][number]>`
    select m.name as child, f."table" as parent from sqlite_master m, pragma_foreign_key_list(m.name) f
    where m.type = 'table'`.execute(db);
  return { keys: keys.rows, references: references.rows };
}

async function postgresRelations(db: Kysely<Database>): Promise<Relations> {
  const keys = await sql<Relations['keys'][number]>`
    select t.relname as "table", a.attname as "column"
    from pg_constraint k
    join pg_class t on t.oid = k.conrelid
    cross join lateral unnest(k.conkey) with ordinality as part (number, place)
    join pg_attribute a on a.attrelid = t.oid and a.attnum = part.number
    where k.contype = 'p' and k.connamespace = current_schema()::regnamespace
    order by t.relname, part.place`.execute(db);
  const references = await sql<Relations['references'][number]>`
    select child.relname as child, parent.relname as parent
    from pg_constraint k
    join pg_class child on child.oid = k.conrelid
    join pg_class parent on parent.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = current_schema()::regnamespace`.execute(db);
  return { keys: keys.rows, references: references.rows };
}

async function currentSchema(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  return rows[0]?.schema ?? 'public';
}
