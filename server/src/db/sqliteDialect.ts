import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { SqliteDialect } from 'kysely';

/** Statements kept ready; the queries of this server are far fewer. */
const STATEMENTS = 500;

/** Kysely's SQLite dialect over Node's own driver, durable: an acknowledged write survives a power cut. */
export function sqliteDialect(file: string): SqliteDialect {
  return new SqliteDialect({
    database: async () => {
      const sqlite = new DatabaseSync(file, { timeout: 5000 });
      sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
      const ready = new Map<string, StatementSync>();
      return {
        close: () => sqlite.close(),
        prepare: (sql) => {
          let statement = ready.get(sql);
          if (!statement) {
            statement = sqlite.prepare(sql);
            if (ready.size >= STATEMENTS) ready.clear();
            ready.set(sql, statement);
          }
          return asKyselyStatement(statement);
        },
      };
    },
  });
}

function asKyselyStatement(statement: StatementSync) {
  // Kysely types its parameters as unknown; our columns are text and integers only.
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
    run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
  };
}
