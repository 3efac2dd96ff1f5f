import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { connectToDatabase } from './connectToDatabase.ts';
import { countLockWaiters } from './countLockWaiters.ts';
import type { TestServer } from './testServer.ts';
import { scaled } from './timeScale.ts';

/**
 * Waits until this many requests wait for a row that the test has locked. SQLite does not show who waits: there, a pause
 * that is too short makes the requests come one after another, which every test of a race accepts too.
 */
export async function untilBlocked(t: TestServer, requests: number): Promise<void> {
  if (!t.services.config.databaseUrl) return delay(scaled(300));
  const client = await connectToDatabase(t);
  try {
    await expect.poll(() => countLockWaiters(client)).toBeGreaterThanOrEqual(requests);
  } finally {
    await client.end();
  }
}
