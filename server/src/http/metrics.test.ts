import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { refusal, replyOf } from '@companion/testkit/apiClient';
import { outboxSettled } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { simulatedPhone } from '@companion/testkit/testServer';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordBackup } from '../backup/lastBackup.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest({ LOG_LEVEL: 'silent' });
});
afterAll(() => t.stop());
// The outbox is counted at most every 15 seconds.
beforeEach(() => t.clock.advance(60_000));

async function scrape(url = t.url, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(`${url}/metrics`, { headers });
  expect(response.status).toBe(200);
  return response.text();
}

/** The values of one metric by its printed labels. */
function valuesOf(text: string, name: string): Record<string, number> {
  const lines = text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'));
  return Object.fromEntries([...lines].map(([, labels, value]) => [labels ?? '', Number(value)]));
}

test('metrics: requests are counted by call, method and status, never by address (decision 015)', async () => {
  const { access_token: token, profile } = await t.register();
  await t.send('getAccount', { token, params: { id: profile.id } });
  await t.send('getAccount', { token, params: { id: 'another' } });
  await t.send('getAccount', { params: { id: 'a-third' } });
  await fetch(`${t.url}/api/no/such/call?token=secret`);
  await fetch(`${t.url}/event/event.json`, { method: 'HEAD' });

  const text = await scrape();

  const requests = valuesOf(text, 'http_requests_total');
  expect(requests).toMatchObject({
    'call="createAccount",method="POST",status="201"': 1,
    'call="getAccount",method="GET",status="200"': 1,
    'call="getAccount",method="GET",status="404"': 1,
    'call="getAccount",method="GET",status="401"': 1,
  });
  const known = new Set(Object.keys(requests).map((labels) => /call="([^"]*)"/.exec(labels)?.[1]));
  expect([...known].filter((call) => /another|a-third|secret|such/.test(call ?? ''))).toEqual([]);
  expect(valuesOf(text, 'http_request_duration_seconds_count')['call="getAccount"']).toBe(3);
  expect(valuesOf(text, 'http_requests_under_way')).toEqual({ '': 1 });
  expect(text).not.toContain(profile.id);
});

test('metrics: the outbox is counted by kind and state, at most every 15 seconds (decision 015)', async () => {
  const messages = async () => valuesOf(await scrape(), 'outbox_messages');
  const before = await messages();
  const { profile } = await t.register();
  await t.requestSignIn(profile.phone);
  // The message that hides whether an address is unknown is never sent, so it does not count.
  await t.send('sendResetPassword', { body: { email: 'unknown@example.com' } });

  expect(await messages()).toEqual(before);
  await outboxSettled(t);
  t.clock.advance(15_000);
  const after = await messages();

  expect(Object.keys(before).sort()).toEqual([
    'kind="mail",state="failed"',
    'kind="mail",state="sent"',
    'kind="mail",state="waiting"',
    'kind="sms",state="failed"',
    'kind="sms",state="sent"',
    'kind="sms",state="waiting"',
  ]);
  expect(after).toEqual({ ...before, 'kind="sms",state="sent"': (before['kind="sms",state="sent"'] ?? 0) + 1 });
  expect(valuesOf(await scrape(), 'outbox_oldest_waiting_seconds')).toEqual({ 'kind="sms"': 0, 'kind="mail"': 0 });
});

test('metrics: process, pool and version are reported (decision 015)', async () => {
  await t.send('login', { body: { phone: simulatedPhone(700) } });
  const text = await scrape();

  const { databaseUrl } = t.services.config;
  expect(Object.keys(valuesOf(text, 'companion_info'))).toEqual([
    expect.stringMatching(`^version="[\\d.]+",node="v\\d.*",database="${databaseUrl ? 'postgres' : 'sqlite'}"$`),
  ]);
  expect(Object.keys(valuesOf(text, 'database_pool')).sort()).toEqual(
    databaseUrl ? ['state="idle"', 'state="total"', 'state="waiting"'] : [],
  );
  expect(valuesOf(text, 'process_resident_memory_bytes')['']).toBeGreaterThan(1e6);
  expect(valuesOf(text, 'nodejs_eventloop_lag_p99_seconds')['']).toBeGreaterThan(0);
});

test.each(['x-forwarded-for', 'forwarded'])(
  'metrics: without METRICS_TOKEN a request through a proxy is 401: %s (decision 022)',
  async (header) => {
    const response = await fetch(`${t.url}/metrics`, { headers: { [header]: 'for=192.0.2.1' } });

    expect([response.status, await response.text()]).toEqual([401, expect.not.stringContaining('outbox_messages')]);
  },
);

test.each([
  ['localhost:3000', 200],
  ['127.0.0.1', 200],
  ['10.1.2.3:9100', 200],
  ['rebound.example', 401],
])(
  'metrics: without METRICS_TOKEN a page of a stranger whose name leads to this machine does not read them: Host %s is %i (decision 022)',
  async (host, status) => {
    // `fetch` sends the host of the address.
    const socket = connect(Number(new URL(t.url).port), '127.0.0.1');
    socket.write(`GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    const answer = await text(socket);

    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.includes('outbox_messages')).toBe(status === 200);
  },
);

test('metrics: with METRICS_TOKEN only its bearer may read them (decision 033)', async () => {
  const guarded = await startServerTest({ METRICS_TOKEN: 'a token of this test', LOG_LEVEL: 'silent' });
  try {
    const refused = refusal(401, 'GET /metrics requires the METRICS_TOKEN as a bearer token.');
    expect(await replyOf(await fetch(`${guarded.url}/metrics`))).toEqual(refused);
    const wrong = { authorization: 'Bearer a token of this tess' };
    expect(await replyOf(await fetch(`${guarded.url}/metrics`, { headers: wrong }))).toEqual(refused);
    const scraping = { authorization: 'Bearer a token of this test' };
    expect(await scrape(guarded.url, scraping)).toContain('companion_info');
  } finally {
    await guarded.stop();
  }
});

test('metrics: when the newest backup was taken', async () => {
  expect(valuesOf(await scrape(), 'database_last_backup_timestamp_seconds')).toEqual({ '': 0 });
  await recordBackup(t.services.db, 1_800_000_000_000);
  expect(valuesOf(await scrape(), 'database_last_backup_timestamp_seconds')).toEqual({ '': 1_800_000_000 });
});

// The last test, because it makes the database unavailable.
test('metrics: without a database the others are still reported, and database_up is 0 (decision 015)', async () => {
  expect(valuesOf(await scrape(), 'database_up')).toEqual({ '': 1 });
  await t.services.db.destroy();
  t.clock.advance(15_000);

  expect(valuesOf(await scrape(), 'database_up')).toEqual({ '': 0 });
});
