import { migrations } from '@companion/server/platform/db/migrations';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';

/** The statements of each migration; they are the same on both engines. */
export async function migrationStatements(): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const [name, { up }] of Object.entries(migrations)) {
    const statements: string[] = [];
    const dialect = {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    };
    await up(new Kysely<unknown>({ dialect, log: ({ query }) => void statements.push(query.sql) }));
    all[name] = statements;
  }
  return all;
}
