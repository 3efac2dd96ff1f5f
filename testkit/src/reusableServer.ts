import { listTables } from '@companion/server/backup/listTables';
import type { Database } from '@companion/server/platform/db/schema';
import { sql } from 'kysely';
import { type BuiltApps, startTestServer, type TestServer } from './testServer.ts';

/** What a test may change of the event. Its pictures and the files of its pack are only added to and removed. */
const EVENT_TABLES = ['events', 'campaigns', 'questions', 'content', 'programme_draft', 'revisions'] as const;
const EVENT_FILES = ['assets', 'pack_files'] as const;

/** A test server for one test after another, each with the unchanged demo event and without people. */
export class ReusableServer {
  #server: TestServer | undefined;
  #event = '';
  /** The tables that have rows without people: those of the event, and those by which the server knows what changed. */
  #kept: ReadonlySet<string> = new Set();
  readonly #apps: BuiltApps;

  constructor(apps: BuiltApps) {
    this.#apps = apps;
  }

  /** Returns a server without people: that of the last test, if its event is unchanged. */
  async acquire(): Promise<TestServer> {
    if (this.#server) {
      await removePeople(this.#server, this.#kept);
      return this.#server;
    }
    this.#server = await startTestServer({}, this.#apps);
    this.#event = await readEvent(this.#server);
    this.#kept = await filledTables(this.#server);
    return this.#server;
  }

  /** Ends a test. If it changed the event or the clock, the server is stopped. */
  async release(): Promise<void> {
    if (!this.#server) return;
    const { clock } = this.#server;
    const clockMoved = Math.abs(clock.now() - Date.now()) > 500;
    if (clockMoved || (await readEvent(this.#server)) !== this.#event) await this.stop();
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
    this.#server = undefined;
  }
}

async function tablesOf({ services: { db } }: TestServer): Promise<string[]> {
  return (await listTables(db, 'sqlite')).map(({ name }) => name);
}

async function filledTables(server: TestServer): Promise<ReadonlySet<string>> {
  const filled = new Set<string>();
  for (const name of await tablesOf(server)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(server.services.db);
    if (rows.length > 0) filled.add(name);
  }
  return filled;
}

async function removePeople(server: TestServer, kept: ReadonlySet<string>): Promise<void> {
  const tables = (await tablesOf(server)).filter((name) => !kept.has(name));
  await server.services.db.transaction().execute(async (tx) => {
    // Children before their parents. The schema has every table of the database.
    for (const name of tables.reverse()) await tx.deleteFrom(name as keyof Database).execute();
  });
}

async function readEvent({ services: { db } }: TestServer): Promise<string> {
  const rows: unknown[] = [];
  for (const table of EVENT_TABLES) rows.push(await db.selectFrom(table).selectAll().execute());
  for (const table of EVENT_FILES) rows.push(await db.selectFrom(table).select(db.fn.countAll().as('rows')).execute());
  return JSON.stringify(rows);
}
