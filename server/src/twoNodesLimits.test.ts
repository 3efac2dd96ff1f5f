import { setTimeout as delay } from 'node:timers/promises';
import { simulatedPhone } from '@companion/testkit/testServer';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from './platform/time.ts';

let t: TwoNodes;
beforeAll(async () => {
  t = await startTwoNodes({ SIGN_INS_PER_ADDRESS: '100' });
});
afterAll(() => t.stop());

test('two nodes: each message is sent once, by the node that leases it first (decision 016)', async () => {
  const people = await Promise.all(Array.from({ length: 40 }, () => t.first.register()));
  await t.onBoth(40, (node, i) => node.ask('login', { body: { phone: people[i]?.profile.phone } }));

  const rows = () => t.first.services.db.selectFrom('outbox').selectAll().execute();
  while ((await rows()).some(({ sent_at, failed_at }) => sent_at === null && failed_at === null)) await delay(50);

  const all = await rows();
  expect(all).toHaveLength(40);
  expect(new Set(all.map(({ recipient }) => recipient)).size).toBe(40);
  // A message leased by both nodes would have two attempts.
  expect(all.filter(({ attempts, sent_at }) => attempts !== 1 || sent_at === null)).toEqual([]);
});

test('two nodes: they share the limit per address: of 300 failures at once 100 are answered with the reason (decision 023)', async () => {
  t.advance(7 * MINUTE);
  const replies = await t.onBoth(300, (node) => node.send('login', { body: { phone: simulatedPhone(1300) } }));

  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status === 404)).toHaveLength(100);
  expect(statuses.filter((status) => status === 429)).toHaveLength(200);
});

test('two nodes: they share the daily limits of an account (decision 011)', async () => {
  t.advance(7 * MINUTE);
  const { access_token: token } = await t.first.register();
  const item = { contentId: 'opening', campaignId: 'agenda' };

  const shared = await t.onBoth(30, (node, i) =>
    node.send('shareMail', { token, body: { ...item, to: `friend${i}@example.com` } }),
  );

  const statuses = shared.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
});
