import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@companion/server/platform/db/schema';
import type { TestServer } from './testServer.ts';
import { scaled } from './timeScale.ts';

type Row = Record<string, unknown>;
type Server = Pick<TestServer, 'services'>;

/** The rows that a table lost and gained. A changed row is in both. */
export interface Change {
  gone: Row[];
  come: Row[];
}

/** Returns the changes of `work` by table, without unchanged tables and without `rate_limits`, which counts every request. */
export async function changesDuring(server: Server, work: () => Promise<unknown>): Promise<Record<string, Change>> {
  const before = await dumpDatabase(server);
  await work();
  const after = await dumpDatabase(server);
  const changes: Record<string, Change> = {};
  for (const table of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const gone = without(before[table] ?? [], after[table] ?? []);
    const come = without(after[table] ?? [], before[table] ?? []);
    if (gone.length + come.length > 0) changes[table] = { gone, come };
  }
  return changes;
}

/** Returns every row of every table, after the outbox has sent its messages. */
export async function dumpDatabase(server: Server): Promise<Record<string, Row[]>> {
  await outboxSettled(server);
  const { db } = server.services;
  const dump: Record<string, Row[]> = {};
  for (const name of await tablesOf(server)) {
    // The schema has every table of the database.
    const rows = await db
      .selectFrom(name as keyof Database)
      .selectAll()
      .execute();
    dump[name] = rows.map((row) => ({ ...row }));
  }
  return dump;
}

/** Counts the rows that each changed table gained and lost: `{accounts: '+1', sessions: '+1 -1'}`. */
export function countsOf(changes: Record<string, Change>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(changes).map(([table, { gone, come }]) => [
      table,
      [come.length > 0 ? `+${come.length}` : '', gone.length > 0 ? `-${gone.length}` : ''].filter(Boolean).join(' '),
    ]),
  );
}

const known = new WeakMap<object, Promise<string[]>>();

function tablesOf({ services: { db } }: Server): Promise<string[]> {
  const found =
    known.get(db) ??
    db.introspection.getTables().then((all) => all.map(({ name }) => name).filter((name) => name !== 'rate_limits'));
  known.set(db, found);
  return found;
}

/** Waits until every message in the outbox is sent or undeliverable. */
export async function outboxSettled({ services }: Server): Promise<void> {
  const worker = !services.config.production;
  const deadline = Date.now() + scaled(30_000);
  while (worker && Date.now() < deadline) {
    const waiting = await services.db
      .selectFrom('outbox')
      .select('id')
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .executeTakeFirst();
    if (!waiting) return;
    await delay(20);
  }
  if (worker) throw new Error('The outbox still has unsent messages');
}

function without(rows: Row[], others: Row[]): Row[] {
  const same = new Set(others.map((row) => JSON.stringify(row)));
  return rows.filter((row) => !same.has(JSON.stringify(row)));
}
