import { readdir, readFile } from 'node:fs/promises';
import type { OpenDatabase } from '@companion/server/platform/openDatabase';
import { sql } from 'kysely';

/** What PostgreSQL has used since it started. SQLite works in the server's process. */
export interface DatabaseUsage {
  /** CPU seconds of all its processes. */
  cpu: number;
  walBytes: number;
  /** Of the write-ahead log. */
  fsyncs: number;
  /** A statement outside of a transaction is one, too. */
  transactions: number;
}

const NONE: DatabaseUsage = { cpu: 0, walBytes: 0, fsyncs: 0, transactions: 0 };

export async function databaseUsage({ db, engine }: Pick<OpenDatabase, 'db' | 'engine'>): Promise<DatabaseUsage> {
  if (engine === 'sqlite') return NONE;
  const { rows } = await sql<{ pid: number; bytes: number; fsyncs: number | null; transactions: number }>`
    select pg_backend_pid() as pid, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes,
      (to_jsonb(pg_stat_wal) ->> 'wal_sync')::float8 as fsyncs,
      (select sum(xact_commit)::float8 from pg_stat_database) as transactions from pg_stat_wal`.execute(db);
  const [row] = rows;
  if (!row) return NONE;
  return {
    cpu: await cpuOfFamily(row.pid),
    walBytes: row.bytes,
    transactions: row.transactions,
    fsyncs: row.fsyncs ?? (await fsyncsFrom18On(db)),
  };
}

/** PostgreSQL 18 counts them elsewhere. */
async function fsyncsFrom18On(db: OpenDatabase['db']): Promise<number> {
  const { rows } = await sql<{ fsyncs: number }>`
    select coalesce(sum(fsyncs), 0)::float8 as fsyncs from pg_stat_io where object = 'wal'`.execute(db);
  return rows[0]?.fsyncs ?? 0;
}

/** CPU seconds of the parent of a process, and of all its children. */
async function cpuOfFamily(child: number): Promise<number> {
  const parent = (await statOf(String(child)))[PARENT] ?? '';
  const folders = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(folders.map(statOf));
  const children = stats.filter((fields) => fields[PARENT] === parent);
  const ticks = (fields: string[], indexes: number[]) => indexes.reduce((sum, i) => sum + Number(fields[i] ?? 0), 0);
  const own = ticks(await statOf(parent), [USER_TIME, SYSTEM_TIME, ENDED_USER_TIME, ENDED_SYSTEM_TIME]);
  return children.reduce((sum, fields) => sum + ticks(fields, [USER_TIME, SYSTEM_TIME]), own) / 100;
}

/** Places in /proc/PID/stat after the name. Times are in ticks of 10 ms. */
const [PARENT, USER_TIME, SYSTEM_TIME, ENDED_USER_TIME, ENDED_SYSTEM_TIME] = [1, 11, 12, 13, 14];

async function statOf(pid: string): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
