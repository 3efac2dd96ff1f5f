import { refusal, replyOf } from '@companion/testkit/apiClient';
import { type AttendeeTest, newNumber, startAttendeeTest } from '@companion/testkit/attendeeTest';
import { changesDuring, countsOf } from '@companion/testkit/databaseChanges';
import { type EventbritePeer, startEventbritePeer } from '@companion/testkit/eventbritePeer';
import { startServerTest } from '@companion/testkit/serverTest';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { HOUR } from '../platform/time.ts';
import { startTicketFetchWorker } from './ticketFetches.ts';

let t: AttendeeTest;
let peer: EventbritePeer;
beforeAll(async () => {
  peer = await startEventbritePeer();
  t = await startAttendeeTest(peer.settings);
});
afterEach(async () => {
  peer.answer('data');
  peer.asked.length = 0;
});
afterAll(async () => {
  await t.stop();
  await peer.stop();
});

const EVENT = () => peer.settings.EVENTBRITE_EVENT_ID;
const attendeePath = (number: string) => `events/${EVENT()}/attendees/${number}`;
const fetches = () => t.services.db.selectFrom('ticket_fetches').selectAll().execute();
/** Waits until everything that webhooks announced is imported. */
const settled = () =>
  expect
    .poll(async () =>
      (await fetches()).filter(({ requests, done_requests, failed_at }) => requests > done_requests && !failed_at),
    )
    .toEqual([]);
const statusOf = async (number: string) => (await t.ticketOf(number)).status;
const ACCEPTED = { status: 200, body: { message: 'It will be fetched.' } };
const notify = async (about: { path: string } | { api_url: string }, action?: string) =>
  replyOf(await peer.notify(t.url, about, action));

test('eventbrite webhook: the longest secret that the settings allow works', async () => {
  const EVENTBRITE_WEBHOOK_SECRET = 'x'.repeat(200);
  const long = await startServerTest({ ...peer.settings, EVENTBRITE_WEBHOOK_SECRET });
  try {
    const response = await fetch(`${long.url}/api/webhooks/eventbrite/${EVENTBRITE_WEBHOOK_SECRET}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ config: { action: 'test' }, api_url: '' }),
    });
    expect(await replyOf(response)).toEqual({ status: 200, body: { message: 'The webhook works.' } });
  } finally {
    await long.stop();
  }
});

test('eventbrite webhook: without EVENTBRITE_WEBHOOK_SECRET it is 404', async () => {
  const plain = await startServerTest();
  try {
    const reply = await replyOf(await peer.notify(plain.url, { path: 'orders/1' }));
    expect(reply).toEqual(refusal(404, 'Not found.'));
  } finally {
    await plain.stop();
  }
});

test.each(['wrong', 'a-secret-in-the-address-of-the-webhooK', '%00', `${'x'.repeat(90)}`])(
  'eventbrite webhook: a wrong secret (%s) gets 404 with any body',
  async (secret) => {
    for (const body of ['{"api_url":"x"}', 'no JSON', '']) {
      const response = await fetch(`${t.url}/api/webhooks/eventbrite/${secret}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect(await replyOf(response)).toEqual(refusal(404, 'Not found.'));
    }
  },
);

test('eventbrite webhook: an order imports all its attendees, a change updates one, a refund cancels', async () => {
  const [one, two] = [newNumber(), newNumber()];
  for (const id of [one, two]) peer.put({ id, order_id: `6${one}` });

  expect(await notify({ path: `orders/6${one}` }, 'order.placed')).toEqual(ACCEPTED);
  await settled();
  expect([(await t.accountOf(one))?.email, (await t.accountOf(two))?.email]).toEqual([
    `ada.${one}@example.com`,
    `ada.${two}@example.com`,
  ]);

  peer.put({ id: one, profile: { first_name: 'New', last_name: 'Name', email: `new.${one}@example.com` } });
  expect(await notify({ path: attendeePath(one) })).toEqual(ACCEPTED);
  await settled();
  expect(await t.accountOf(one)).toMatchObject({ first_name: 'New', email: `new.${one}@example.com` });

  peer.put({ id: two, refunded: true });
  await notify({ path: `orders/6${one}` }, 'order.refunded');
  await settled();
  expect([await statusOf(one), await statusOf(two)]).toEqual(['valid', 'cancelled']);
  expect(peer.asked).toEqual([
    `/v3/orders/6${one}/?expand=attendees`,
    `/v3/${attendeePath(one)}/`,
    `/v3/orders/6${one}/?expand=attendees`,
  ]);
});

test.each([
  ['another host', 'https://example.com/v3/orders/1/'],
  ['this server itself', 'http://127.0.0.1:1/v3/orders/1/'],
  ['another scheme', 'file:///etc/passwd'],
  ['a host that begins like the API', (api: string) => `${api.replace('/v3', '')}.example.com/v3/orders/1/`],
  ['a name and password', (api: string) => `${api.replace('://', '://a:b@')}/orders/1/`],
  ['a path outside the API', (api: string) => `${api.replace('/v3', '')}/orders/1/`],
  ['a path with ..', (api: string) => `${api}/orders/../../orders/1/`],
  ['a query of its own', (api: string) => `${api}/orders/1/?expand=x`],
  ['no address', ''],
])('eventbrite webhook: api_url with %s is 400, and nothing is fetched', async (_, url) => {
  const api_url = typeof url === 'string' ? url : url(peer.settings.EVENTBRITE_API_URL);

  const changes = await changesDuring(t, async () => {
    expect(await notify({ api_url })).toEqual(refusal(400, 'api_url is not an address of the API that is set.'));
  });

  expect([changes, peer.asked]).toEqual([{}, []]);
});

test.each([
  ['another kind of object', 'venues/1'],
  ['the event itself', 'events/777000111'],
  ['a path within', 'orders/1/attendees'],
  ["another event's attendee", 'events/42/attendees/1'],
])('eventbrite webhook: %s is acknowledged and ignored', async (_, path) => {
  const changes = await changesDuring(t, async () => {
    expect(await notify({ path })).toEqual({ status: 200, body: { message: 'That is not for this event.' } });
  });

  expect([changes, peer.asked]).toEqual([{}, []]);
});

test.each(['null', '[]', '"text"', '{"config":null,"api_url":7}'])(
  'eventbrite webhook: the body %s is 400',
  async (body) => {
    const address = `${t.url}/api/webhooks/eventbrite/${peer.settings.EVENTBRITE_WEBHOOK_SECRET}`;
    const response = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(response.status).toBe(400);
  },
);

test("eventbrite webhook: the test that Eventbrite's page sends gets an answer", async () => {
  const reply = await notify(
    { api_url: 'https://www.eventbriteapi.com/{api-endpoint-to-fetch-object-details}/' },
    'test',
  );
  expect(reply).toEqual({ status: 200, body: { message: 'The webhook works.' } });
});

test('eventbrite webhook: an order of another event of the same account is fetched and ignored', async () => {
  const number = newNumber();
  peer.put({ id: number, event_id: '42' });

  await notify({ path: `orders/9${number}` });
  await settled();

  expect(peer.asked).toHaveLength(1);
  expect(
    await t.services.db.selectFrom('tickets').select('status').where('external_id', '=', number).execute(),
  ).toEqual([]);
});

test('eventbrite webhook: an acknowledged fetch survives an outage of Eventbrite and a restart of the server', async () => {
  const number = newNumber();
  peer.put({ id: number });
  await peer.down();
  expect(await notify({ path: attendeePath(number) })).toEqual(ACCEPTED);
  await expect.poll(async () => (await fetches()).some(({ last_error }) => last_error !== null)).toBe(true);

  await t.restart();
  await peer.up();
  await settled();

  expect(await statusOf(number)).toBe('valid');
});

test('eventbrite webhook: after "too many requests" the next fetch waits as long as asked', async () => {
  const number = newNumber();
  peer.put({ id: number });
  peer.answer({ status: 429, retryAfter: 3600 });
  await notify({ path: attendeePath(number) });
  const rowOf = async () => (await fetches()).find(({ path }) => path === attendeePath(number));
  await expect.poll(async () => (await rowOf())?.last_error).toBe('Eventbrite: too many requests (429)');
  expect(((await rowOf())?.next_attempt_at ?? 0) - t.clock.now()).toBeGreaterThan(3_500_000);

  peer.answer('data');
  t.clock.advance(HOUR);
  await settled();
  t.clock.set(Date.now());

  expect([await statusOf(number), peer.asked.length]).toEqual(['valid', 2]);
});

test('eventbrite webhook: a fetch that gets 404 fails until the next webhook', async () => {
  const number = newNumber();
  await notify({ path: attendeePath(number) });
  const rowOf = async () => (await fetches()).find(({ path }) => path === attendeePath(number));
  await expect.poll(async () => (await rowOf())?.failed_at).toEqual(expect.any(Number));

  peer.put({ id: number });
  await notify({ path: attendeePath(number) });
  await settled();

  expect(await statusOf(number)).toBe('valid');
});

test('eventbrite webhook: twenty webhooks for one attendee at once make one attendee and at most two fetches', async () => {
  const number = newNumber();
  peer.put({ id: number });
  const announced = Promise.withResolvers<'data'>();
  // The first fetch is answered after all webhooks, so that its answer may be too old.
  peer.answer(() => announced.promise);

  const changes = await changesDuring(t, async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => notify({ path: attendeePath(number) })));
    announced.resolve('data');
    expect(replies).toEqual(Array(20).fill(ACCEPTED));
    await settled();
  });

  expect(countsOf(changes)).toEqual({ accounts: '+1', tickets: '+1', ticket_fetches: '+1' });
  expect(peer.asked.length).toBeLessThanOrEqual(2);
});

test('eventbrite webhook: a change during a fetch causes another fetch, so the last state counts', async () => {
  const number = newNumber();
  peer.put({ id: number });
  let asks = 0;
  peer.answer(async (): Promise<'data'> => {
    asks += 1;
    // The answer is out of date when it arrives.
    if (asks === 1) {
      await notify({ path: attendeePath(number) });
      peer.put({ id: number, profile: { first_name: 'Last', last_name: 'Word', email: `last.${number}@example.com` } });
      await notify({ path: attendeePath(number) });
    }
    return 'data';
  });

  await notify({ path: attendeePath(number) });
  await settled();

  expect(await t.accountOf(number)).toMatchObject({ first_name: 'Last' });
  expect(asks).toBe(2);
});

test('eventbrite webhook: with several workers each of 60 fetches is made once', async () => {
  const numbers = Array.from({ length: 60 }, newNumber);
  for (const id of numbers) peer.put({ id });
  const stops = [1, 2].map(() => startTicketFetchWorker(t.services, Fastify().log));

  await Promise.all(numbers.map((number) => notify({ path: attendeePath(number) })));
  await settled();
  await Promise.all(stops.map((stop) => stop()));

  expect(peer.asked.sort()).toEqual(numbers.map((number) => `/v3/${attendeePath(number)}/`).sort());
});

test('eventbrite webhook: a file and webhooks for the same attendees at once make one account each', async () => {
  const numbers = Array.from({ length: 60 }, newNumber);
  for (const id of numbers)
    peer.put({ id, profile: { first_name: 'Api', last_name: 'Reported', email: `api.${id}@example.com` } });

  await Promise.all([
    t.importRows(numbers.map((number) => ({ 'Attendee #': number, Email: `api.${number}@example.com` }))),
    ...numbers.map((number) => notify({ path: attendeePath(number) })),
  ]);
  await settled();

  const rows = await t.services.db
    .selectFrom('accounts')
    .innerJoin('tickets', 'tickets.account_id', 'accounts.id')
    .select(['accounts.email_key', 'accounts.first_name'])
    .where('tickets.external_id', 'in', numbers)
    .execute();
  expect(rows).toHaveLength(60);
  expect(new Set(rows.map(({ first_name }) => first_name))).toEqual(new Set(['Api']));
});
