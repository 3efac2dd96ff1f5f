import { randomUUID } from 'node:crypto';
import { ensurePostgres, NO_POSTGRES } from './ensurePostgres.ts';
import { dropAll } from './postgresPlace.ts';
import { type PostgresServer, startPostgres } from './postgresServer.ts';

let postgres: PostgresServer | undefined;

/** Vitest's global setup of the server tests on PostgreSQL: starts a server, unless TEST_DATABASE_URL names one. */
export async function setup(): Promise<void> {
  process.env.TEST_RUN = randomUUID().slice(0, 8);
  if (process.env.TEST_DATABASE_URL) return;
  const binaries = await ensurePostgres(console.log);
  if (!binaries) throw new Error(NO_POSTGRES);
  // These tests do not crash the machine, so commits need not wait for the disk.
  postgres = await startPostgres(binaries, { durable: false });
  process.env.TEST_DATABASE_URL = postgres.url;
}

export async function teardown(): Promise<void> {
  if (postgres) await postgres.stop();
  else await dropAll();
}
