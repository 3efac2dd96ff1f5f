import { refusal, replyOf } from '@companion/testkit/apiClient';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeAll, expect, test } from 'vitest';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest({ LOG_LEVEL: 'silent' });
});
afterAll(() => t.stop());

const health = async (what: string) => replyOf(await fetch(`${t.url}/health/${what}`));

// In this order, because the second test makes the database unavailable.
test('health: /health/live and /health/ready are 200 on a working server (decision 033)', async () => {
  expect(await health('live')).toEqual({ status: 200, body: { status: 'live' } });
  expect(await health('ready')).toEqual({ status: 200, body: { status: 'ready' } });
});

test('health: without a database /health/ready is 503, /health/live is 200 (decision 033)', async () => {
  await t.services.db.destroy();

  expect(await health('ready')).toEqual(refusal(503, 'The database does not answer.'));
  expect(await health('live')).toEqual({ status: 200, body: { status: 'live' } });
});
