import type { Client } from 'pg';

/** How many connections to this client's database wait for a lock. */
export async function countLockWaiters(client: Client): Promise<number> {
  // Within a transaction the view lists only the connections that it listed first; the server may have opened more.
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0].n;
}
