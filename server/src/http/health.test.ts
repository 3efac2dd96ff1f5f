import { refusal, replyOf } from '@companion/testkit/apiClient';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeAll, expect, test } from 'vitest';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest({ LOG_LEVEL: 'silent' });
});
afterAll(() => t.stop());

const health = async (what: string) => replyOf(await fetch(`${t.url}/health/${what}`));

// One after the other: the second takes the database away.
test('/health/live and /health/ready answer 200 while all is well (decision 033)', async () => {
  expect(await health('live')).toEqual({ status: 200, body: { status: 'live' } });
  expect(await health('ready')).toEqual({ status: 200, body: { status: 'ready' } });
});

test('/health/ready is 503 without a database, /health/live is not (decision 033)', async () => {
  await t.services.db.destroy();

  expect(await health('ready')).toEqual(refusal(503, 'The database does not answer.'));
  expect(await health('live')).toEqual({ status: 200, body: { status: 'live' } });
});
