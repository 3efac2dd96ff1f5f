import { listTables } from '@companion/server/backup/listTables';
import type { Database } from '@companion/server/platform/db/schema';
import { startTestServer, type TestServer } from './testServer.ts';

/** What an event pack fills; every other table holds what people and the server have done. */
const EVENT_TABLES = ['events', 'campaigns', 'questions', 'content'] as const;

/** A test server that one test after another uses, each with the demo event as it was loaded and without people. */
export class ReusableServer {
  #server: TestServer | undefined;
  #event = '';

  /** The server without people; the one of the last test where that left it as it was. */
  async take(): Promise<TestServer> {
    if (this.#server) {
      await removePeople(this.#server);
      return this.#server;
    }
    this.#server = await startTestServer();
    this.#event = await readEvent(this.#server);
    return this.#server;
  }

  /** Ends the test's turn. A test that changed the event or the clock was the last one on this server. */
  async giveBack(): Promise<void> {
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
    // Children before the parents that they refer to. What the database lists, the schema has too.
    for (const name of tables.reverse().filter(isOfPeople)) await tx.deleteFrom(name as keyof Database).execute();
  });
}

async function readEvent({ services: { db } }: TestServer): Promise<string> {
  const rows = [];
  for (const table of EVENT_TABLES) rows.push(await db.selectFrom(table).selectAll().execute());
  return JSON.stringify(rows);
}
