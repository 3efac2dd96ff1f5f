import pg from 'pg';
import type { ServerTest } from './serverTest.ts';

/** A connection of its own to the PostgreSQL database of a server, for locks and for looking at them. */
export async function connectToDatabase({ services }: Pick<ServerTest, 'services'>): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: services.config.databaseUrl });
  await client.connect();
  return client;
}
