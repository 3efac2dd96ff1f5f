import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SelectQueryNode } from 'kysely';
import { GroupCommit, type Turn } from './groupCommit.ts';

/** How long opening and reading wait for a file that another process has for itself, in milliseconds. */
const BUSY_TIMEOUT = 5000;
/** Statements kept ready on each connection; the queries of this server are far fewer. */
const STATEMENTS = 500;

/** Writes through one connection, in groups; reads through another, which sees what is committed and never waits. */
export class SqliteDriver implements Driver {
  readonly #writer: DatabaseSync;
  readonly #reader: DatabaseSync;
  readonly #groups: GroupCommit;
  readonly #connect: () => SqliteConnection;

  constructor(file: string) {
    this.#writer = open(file);
    // Who waits in here, waits asleep: the groups ask again instead, and all others are served meanwhile.
    this.#writer.exec('PRAGMA busy_timeout = 0');
    this.#reader = open(file);
    this.#groups = new GroupCommit(this.#writer);
    const [write, read] = [preparing(this.#writer), preparing(this.#reader)];
    this.#connect = () => new SqliteConnection(this.#groups, write, read);
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
    this.#groups.finish();
    // The last to close folds the log into the file.
    this.#reader.close();
    this.#writer.close();
  }
}

/** Durable: with `synchronous = FULL` an acknowledged write survives a power cut. */
function open(file: string): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT });
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
  return connection;
}

type Run = <Row>(query: CompiledQuery) => QueryResult<Row>;

class SqliteConnection implements DatabaseConnection {
  readonly #groups: GroupCommit;
  readonly #write: Run;
  readonly #read: Run;
  #turn: Turn | undefined;

  constructor(groups: GroupCommit, write: Run, read: Run) {
    this.#groups = groups;
    this.#write = write;
    this.#read = read;
  }

  async begin(): Promise<void> {
    this.#turn = await this.#groups.takeTurn();
  }

  async commit(): Promise<void> {
    const turn = this.#turn;
    this.#turn = undefined;
    await turn?.keep();
  }

  rollback(): void {
    this.#turn?.undo();
    this.#turn = undefined;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#turn) return this.#turn.run(() => this.#write<Row>(query));
    if (SelectQueryNode.is(query.query)) return this.#read(query);
    const turn = await this.#groups.takeTurn();
    let result: QueryResult<Row>;
    try {
      result = turn.run(() => this.#write<Row>(query));
    } catch (error) {
      turn.undo();
      throw error;
    }
    await turn.keep();
    return result;
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery(query);
  }
}

function preparing(connection: DatabaseSync): Run {
  const ready = new Map<string, { statement: StatementSync; reads: boolean }>();
  const prepare = (sql: string) => {
    const statement = connection.prepare(sql);
    const prepared = { statement, reads: statement.columns().length > 0 };
    if (ready.size >= STATEMENTS) ready.clear();
    ready.set(sql, prepared);
    return prepared;
  };
  return <Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> => {
    const { statement, reads } = ready.get(sql) ?? prepare(sql);
    // Kysely types its parameters as unknown; our columns are text and integers only, and rows are what was asked for.
    const values = parameters as SQLInputValue[];
    if (reads) return { rows: statement.all(...values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  };
}
