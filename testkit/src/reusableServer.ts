import { listTables } from '@companion/server/backup/listTables';
import type { Database } from '@companion/server/platform/db/schema';
import { type BuiltApps, startTestServer, type TestServer } from './testServer.ts';

/** The tables of an event pack. All other tables have rows of people and of the server. */
const EVENT_TABLES = ['events', 'campaigns', 'questions', 'content'] as const;

/** A test server for one test after another, each with the unchanged demo event and without people. */
export class ReusableServer {
  #server: TestServer | undefined;
  #event = '';
  readonly #apps: BuiltApps;

  constructor(apps: BuiltApps) {
    this.#apps = apps;
  }

  /** Returns a server without people: that of the last test, if its event is unchanged. */
  async acquire(): Promise<TestServer> {
    if (this.#server) {
      await removePeople(this.#server);
      return this.#server;
    }
    this.#server = await startTestServer({}, this.#apps);
    this.#event = await readEvent(this.#server);
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

async function removePeople({ services: { db } }: TestServer): Promise<void> {
  const tables = (await listTables(db, 'sqlite')).map(({ name }) => name);
  const isOfPeople = (name: string) => !EVENT_TABLES.some((table) => table === name);
  await db.transaction().execute(async (tx) => {
    // Children before their parents. The schema has every table of the database.
    for (const name of tables.reverse().filter(isOfPeople)) await tx.deleteFrom(name as keyof Database).execute();
  });
}

async function readEvent({ services: { db } }: TestServer): Promise<string> {
  const rows = [];
  for (const table of EVENT_TABLES) rows.push(await db.selectFrom(table).selectAll().execute());
  return JSON.stringify(rows);
}
