import { CHECK, refusal } from '@companion/testkit/apiClient';
import { changesDuring } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY } from '../platform/time.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const SENT = { status: 200, body: { message: 'Your message has been sent.' } };
const OPENING = { campaignId: 'agenda', contentId: 'opening' };

test('shareMail: sends the fixed text with a link to the item to one recipient (decision 032)', async () => {
  const { access_token: token } = await t.register();

  expect(await t.send('shareMail', { token, body: { ...OPENING, to: 'friend@example.com' } })).toEqual(SENT);

  const [mail] = await t.outbox();
  expect(mail).toEqual({
    id: expect.any(String),
    kind: 'mail',
    to: 'friend@example.com',
    subject: 'Opening, at Test Summit',
    text: `Somebody at Test Summit thought you might like this:\n\nOpening\n${t.url}/agenda/agenda/opening`,
    createdAt: expect.any(String),
  });
});

test('shareSms: texts the link to a US number (decision 032)', async () => {
  const { access_token: token } = await t.registerProved();

  expect(await t.send('shareSms', { token, body: { ...OPENING, to: '202-555-0188' } })).toEqual(SENT);

  const [sms] = await t.outbox();
  expect(sms).toEqual({
    id: expect.any(String),
    kind: 'sms',
    to: '+12025550188',
    text: `Opening (Test Summit): ${t.url}/agenda/agenda/opening`,
    createdAt: expect.any(String),
  });
});

test('shareSms: needs a proved phone: invented accounts text no one and use nothing up; a ticket holder may share (decision 023)', async () => {
  const { access_token: token, profile } = await t.register();
  const share = () => t.send('shareSms', { token, body: { ...OPENING, to: '202-555-0189' } });

  const changes = await changesDuring(t, async () => {
    expect(await share()).toEqual(refusal(403, 'Please confirm your phone number first.'));
  });

  expect(changes).toEqual({});
  const { db } = t.services;
  await db.updateTable('accounts').set({ source: 'eventbrite' }).where('id', '=', profile.id).execute();
  expect(await share()).toEqual(SENT);
});

test('share: a blank or wrong recipient, several at once and an unknown item are refused and send nothing (decision 032)', async () => {
  const { access_token: token } = await t.registerProved();

  const changes = await changesDuring(t, async () => {
    for (const to of ['', '  ', undefined]) {
      expect(await t.send('shareMail', { token, body: { ...OPENING, to } })).toEqual(
        refusal(400, CHECK, { to: 'Required' }),
      );
    }
    for (const to of ['example', 'a@example.com, b@example.com', 'a@example.com\nbcc: b@example.com']) {
      expect(await t.send('shareMail', { token, body: { ...OPENING, to } })).toEqual(
        refusal(400, CHECK, { to: 'Invalid email address' }),
      );
    }
    for (const to of ['+44 20 7946 0000', 'friend@example.com']) {
      expect(await t.send('shareSms', { token, body: { ...OPENING, to } })).toEqual(
        refusal(400, CHECK, { to: 'Invalid Phone Number' }),
      );
    }
    expect(
      await t.send('shareMail', { token, body: { ...OPENING, contentId: 'nowhere', to: 'a@example.com' } }),
    ).toEqual(refusal(404, 'There is no such item.'));
    // What is no longer published.
    await t.services.db.updateTable('content').set({ hidden: 1 }).where('id', '=', 'closing').execute();
    const hidden = { ...OPENING, contentId: 'closing', to: 'a@example.com' };
    expect(await t.send('shareMail', { token, body: hidden })).toEqual(refusal(404, 'There is no such item.'));
    await t.services.db.updateTable('content').set({ hidden: 0 }).where('id', '=', 'closing').execute();
  });

  expect(changes).toEqual({});
});

test('share: 10 a day per account, by mail and SMS together; a refused one does not count (decision 032)', async () => {
  const { access_token: token, refresh_token } = await t.registerProved();
  await t.send('shareMail', { token, body: { ...OPENING, contentId: 'nowhere', to: 'a@example.com' } });

  const replies = await Promise.all(
    Array.from({ length: 14 }, (_, i) =>
      i % 2 === 0
        ? t.request('shareMail', { token, body: { ...OPENING, to: `a${i}@example.com` } })
        : t.request('shareSms', { token, body: { ...OPENING, to: `202-555-01${10 + i}` } }),
    ),
  );

  const statuses = replies.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array(10).fill(200), ...Array(4).fill(429)]);
  expect(Number(replies.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(80_000);
  t.clock.advance(DAY + 1000);
  const { access_token: later } = await t.ask('refresh', { body: { refresh_token } });
  expect(await t.send('shareMail', { token: later, body: { ...OPENING, to: 'a@example.com' } })).toEqual(SENT);
});

test('share: a retry under the same Idempotency-Key sends nothing twice (decision 032)', async () => {
  const { access_token: token } = await t.register();
  const given = { token, body: { ...OPENING, to: 'twice@example.com' }, headers: { 'idempotency-key': 'k' } };

  expect([await t.send('shareMail', given), await t.send('shareMail', given)]).toEqual([SENT, SENT]);

  const mails = (await t.outbox()).filter(({ to }) => to === 'twice@example.com');
  expect(mails).toHaveLength(1);
});
