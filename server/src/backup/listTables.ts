import { type Kysely, sql } from 'kysely';
import type { Database } from '../platform/db/schema.ts';

/** A table as the database describes it. */
export interface Table {
  name: string;
  columns: string[];
}

interface Reference {
  child: string;
  parent: string;
}

/**
 * Every table of the event, parents before the children that refer to them. Read from the database, so that a backup
 * includes tables of later versions.
 */
export async function listTables(db: Kysely<Database>, engine: 'sqlite' | 'postgres'): Promise<Table[]> {
  const { rows: references } = await (engine === 'sqlite' ? sqliteReferences : postgresReferences).execute(db);
  const schema = engine === 'sqlite' ? undefined : await currentSchema(db);
  const found = (await db.introspection.getTables()).filter((table) => !table.isView && table.schema === schema);
  const tables = found.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }));
  return parentsFirst(
    tables.sort((a, b) => (a.name < b.name ? -1 : 1)),
    references,
  );
}

function parentsFirst(tables: Table[], references: Reference[]): Table[] {
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

const sqliteReferences = sql<Reference>`
  select m.name as child, f."table" as parent from sqlite_master m, pragma_foreign_key_list(m.name) f
  where m.type = 'table'`;

const postgresReferences = sql<Reference>`
  select child.relname as child, parent.relname as parent
  from pg_constraint k
  join pg_class child on child.oid = k.conrelid
  join pg_class parent on parent.oid = k.confrelid
  where k.contype = 'f' and k.connamespace = current_schema()::regnamespace`;

async function currentSchema(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  return rows[0]?.schema ?? 'public';
}
