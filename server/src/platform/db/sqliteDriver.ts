import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SelectQueryNode } from 'kysely';
import { GroupCommit, type WriteLock } from './groupCommit.ts';
import { keepPrivate } from './keepPrivate.ts';
import { translate } from './translate.ts';

/** How long opening and reading wait for a file that another process has locked. */
const BUSY_TIMEOUT_MS = 5000;
/** Prepared statements that each connection caches; this server has far fewer queries. */
const MAX_STATEMENTS = 500;

/** Writes through one connection, in groups; reads through another, which sees what is committed and never waits. */
export class SqliteDriver implements Driver {
  readonly #writer: DatabaseSync;
  readonly #reader: DatabaseSync;
  readonly #groupCommit: GroupCommit;
  readonly #connect: () => SqliteConnection;

  constructor(file: string) {
    keepPrivate(file);
    this.#writer = open(file);
    // A wait inside SQLite blocks the process: GroupCommit retries instead.
    this.#writer.exec('PRAGMA busy_timeout = 0');
    this.#reader = open(file);
    this.#groupCommit = new GroupCommit(this.#writer);
    const [write, read] = [prepareAndRun(this.#writer), prepareAndRun(this.#reader)];
    this.#connect = () => new SqliteConnection(this.#groupCommit, write, read);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return this.#connect();
  }

  beginTransaction(connection: SqliteConnection): Promise<void> {
    return connection.begin();
  }

  commitTransaction(connection: SqliteConnection): Promise<void> {
    return connection.commit();
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.rollback();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#groupCommit.finish();
    // The last connection to close merges the write-ahead log into the file.
    this.#reader.close();
    this.#writer.close();
  }
}

/** Durable: with `synchronous = FULL` an acknowledged write survives a power cut. */
function open(file: string): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
  connection.function('translate', { deterministic: true }, translate);
  return connection;
}

type Run = <Row>(query: CompiledQuery) => QueryResult<Row>;

class SqliteConnection implements DatabaseConnection {
  readonly #groupCommit: GroupCommit;
  readonly #write: Run;
  readonly #read: Run;
  #lock: WriteLock | undefined;

  constructor(groupCommit: GroupCommit, write: Run, read: Run) {
    this.#groupCommit = groupCommit;
    this.#write = write;
    this.#read = read;
  }

  async begin(): Promise<void> {
    this.#lock = await this.#groupCommit.acquire();
  }

  async commit(): Promise<void> {
    const lock = this.#lock;
    this.#lock = undefined;
    await lock?.commit();
  }

  rollback(): void {
    this.#lock?.rollback();
    this.#lock = undefined;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#lock) return this.#lock.run(() => this.#write<Row>(query));
    if (SelectQueryNode.is(query.query)) return this.#read(query);
    const lock = await this.#groupCommit.acquire();
    let result: QueryResult<Row>;
    try {
      result = lock.run(() => this.#write<Row>(query));
    } catch (error) {
      lock.rollback();
      throw error;
    }
    await lock.commit();
    return result;
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery(query);
  }
}

function prepareAndRun(connection: DatabaseSync): Run {
  const cache = new Map<string, { statement: StatementSync; reads: boolean }>();
  const prepare = (sql: string) => {
    const statement = connection.prepare(sql);
    const prepared = { statement, reads: statement.columns().length > 0 };
    if (cache.size >= MAX_STATEMENTS) cache.clear();
    cache.set(sql, prepared);
    return prepared;
  };
  return <Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> => {
    const { statement, reads } = cache.get(sql) ?? prepare(sql);
    // Kysely types parameters and rows as unknown; our columns are text and integers only.
    const values = parameters as SQLInputValue[];
    if (reads) return { rows: statement.all(...values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  };
}
