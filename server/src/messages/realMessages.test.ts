import { setTimeout as delay } from 'node:timers/promises';
import { apiClient } from '@companion/testkit/apiClient';
import { outboxSettled } from '@companion/testkit/databaseChanges';
import { readSignIn } from '@companion/testkit/readSignIn';
import { makeProcessPlace, type ProcessPlace, spawnServer, untilReady } from '@companion/testkit/serverProcess';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { type SmtpAnswer, type SmtpPeer, startSmtpPeer } from '@companion/testkit/smtpPeer';
import { sparePort } from '@companion/testkit/sparePort';
import { makeMigratedPlace } from '@companion/testkit/testDatabase';
import { attendee } from '@companion/testkit/testServer';
import { startTwilioPeer, type TwilioAnswer, type TwilioPeer } from '@companion/testkit/twilioPeer';
import { waitUntil } from '@companion/testkit/workerTest';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabaseForCommand } from '../platform/openDatabase.ts';
import { MINUTE, SECOND } from '../platform/time.ts';
import { startServer } from '../startServer.ts';

let twilio: TwilioPeer;
let smtp: SmtpPeer;
let t: ServerTest;
let place: ProcessPlace;
beforeAll(async () => {
  [twilio, smtp, place] = [await startTwilioPeer(), await startSmtpPeer({ auth: true }), await makeProcessPlace()];
  t = await startServerTest({ ...twilio.settings, ...smtp.settings, LOG_LEVEL: 'silent' });
});
afterEach(() => {
  twilio.answer('take');
  smtp.answer('take');
  for (const list of [twilio.taken, twilio.asked, smtp.taken]) list.length = 0;
});
afterAll(async () => {
  await t.stop();
  await Promise.all([twilio.stop(), smtp.stop(), place.remove()]);
});

/** Registers an attendee who requests a sign-in and a reset link. */
async function ask({ ask } = apiClient(t.url)): Promise<{ phone: string; email: string }> {
  const { profile } = await ask('createAccount', { body: attendee() });
  await ask('login', { body: { phone: profile.phone } });
  await ask('sendResetPassword', { body: { email: profile.email } });
  return profile;
}
const askTimes = (times: number, api = apiClient(t.url)) => Promise.all(Array.from({ length: times }, () => ask(api)));
const e164 = (phone: string) => `+1${phone.replace(/\D/g, '')}`;
const numbers = (people: { phone: string }[]) => people.map(({ phone }) => e164(phone)).sort();
const addresses = (people: { email: string }[]) => people.map(({ email }) => email).sort();

/** Waits until the worker has tried this many times to send each message that is not sent, and tries none. */
async function untilTried(times: number): Promise<void> {
  const unsent = t.services.db.selectFrom('outbox').select('id').where('sent_at', 'is', null);
  const others = unsent.where((row) => row.or([row('attempts', '<', times), row('leased_until', '>', 0)]));
  await expect.poll(() => others.execute()).toEqual([]);
}

test('messages: the texted code and the mailed link work, and /outbox shows neither', async () => {
  const { phone, email } = await ask();
  await outboxSettled(t);

  const [sms, ...others] = twilio.taken;
  expect(others).toEqual([]);
  expect(sms?.To).toBe(e164(phone));
  const { code } = readSignIn(sms?.Body ?? '');
  expect(smtp.taken.map(({ to }) => to)).toEqual([email]);
  const token = /\/reset-password\?token=([\w-]+)/.exec(smtp.taken[0]?.text ?? '')?.[1];
  expect(await t.ask('validateToken', { body: { token } })).toEqual({ results: true, status: 200 });
  // Last: the first proof of the phone ends open resets and sends a proof mail.
  expect((await t.send('smsLogin', { body: { phone, code } })).status).toBe(200);
  const row = t.services.db.selectFrom('outbox').select('provider_id').where('kind', '=', 'sms');
  expect(await row.execute()).toEqual([{ provider_id: sms?.sid }]);
  expect((await fetch(`${t.url}/api/dev/outbox`)).status).toBe(404);
  expect(await (await fetch(`${t.url}/outbox`)).text()).not.toContain(code);
  await outboxSettled(t);
});

test('messages: after an outage of both providers every message arrives once', async () => {
  await Promise.all([twilio.down(), smtp.down()]);
  const people = await askTimes(20);
  await untilTried(1);
  t.clock.advance(2 * SECOND);
  await untilTried(2);
  expect(twilio.taken.length + smtp.taken.length).toBe(0);

  await Promise.all([twilio.up(), smtp.up()]);
  t.clock.advance(MINUTE);
  await outboxSettled(t);

  expect(twilio.taken.map(({ To }) => To).sort()).toEqual(numbers(people));
  expect(smtp.taken.map(({ to }) => to).sort()).toEqual(addresses(people));
});

test('messages: with providers that fail at random every message arrives once', async () => {
  const tried = new Map<string, number>();
  const answerOf = <Answer>(recipient: string, answers: Answer[], otherwise: Answer): Answer => {
    const time = tried.get(recipient) ?? 0;
    tried.set(recipient, time + 1);
    // Each recipient starts at another failure. The second half of the round succeeds.
    return answers[(time + recipient.length) % (answers.length * 2)] ?? otherwise;
  };
  twilio.answer(({ To }) =>
    answerOf<TwilioAnswer>(
      To,
      ['cut', { status: 503, code: 20503 }, { status: 429, code: 20429, retryAfter: 3 }],
      'take',
    ),
  );
  smtp.answer(({ to }) => answerOf<SmtpAnswer>(to, ['cut', 451, 421], 'take'));
  const people = await askTimes(20);

  const open = t.services.db
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null);
  // The clock waits for the worker: on a busy machine the codes would expire while their attempts are still under way.
  await waitUntil(async () => {
    const due = await open.where('next_attempt_at', '<=', t.clock.now()).execute();
    if (due.length === 0) t.clock.advance(SECOND);
    return (await open.execute()).length === 0;
  });

  expect(twilio.taken.map(({ To }) => To).sort()).toEqual(numbers(people));
  expect(smtp.taken.map(({ to }) => to).sort()).toEqual(addresses(people));
});

test('messages: codes that expired in the queue are dropped, and what is still valid arrives', async () => {
  await Promise.all([twilio.down(), smtp.down()]);
  const people = await askTimes(5);
  await untilTried(1);
  t.clock.advance(11 * MINUTE);
  await Promise.all([twilio.up(), smtp.up()]);
  await outboxSettled(t);

  expect(twilio.asked).toEqual([]);
  expect(smtp.taken.map(({ to }) => to).sort()).toEqual(addresses(people));
});

test('messages: with two servers on one database each message is sent once', async () => {
  const { config } = t.services;
  // SQLite allows one server only, which must then do the same alone.
  const other = config.databaseUrl
    ? await startServer({ ...config, port: await sparePort() }, { now: t.clock.now })
    : undefined;
  twilio.answer(() => delay(20, 'take' as const));
  try {
    const urls = [t.url, other ? `http://127.0.0.1:${other.services.config.port}` : t.url];
    const people = (await Promise.all(urls.map((url) => askTimes(40, apiClient(url))))).flat();
    await outboxSettled(t);

    expect(twilio.taken.map(({ To }) => To).sort()).toEqual(numbers(people));
    expect(smtp.taken.map(({ to }) => to).sort()).toEqual(addresses(people));
  } finally {
    await other?.stop();
  }
});

test('messages: kill -9 during deliveries loses none and repeats each at most once', async () => {
  const data = await makeMigratedPlace();
  const env = {
    ...{ DATA_DIR: data.where.folder, TOKEN_SECRET: 'a secret of this test, long enough' },
    ...(data.where.url ? { DATABASE_URL: data.where.url } : {}),
    ...{ ...twilio.settings, ...smtp.settings },
  };
  try {
    // Half of the messages are accepted before the server dies; the others are in progress.
    twilio.answer(() => (twilio.asked.length <= 10 ? 'take' : 'hang'));
    smtp.answer(() => (smtp.taken.length < 10 ? 'take' : 'hang'));
    const server = await untilReady(await spawnServer(place, env));
    const people = await askTimes(20, apiClient(server.url));
    await expect.poll(() => [twilio.asked.length, smtp.taken.length]).toEqual([20, 10]);
    server.kill('SIGKILL');
    await server.exited;
    const before = [...twilio.taken.map(({ To }) => To), ...smtp.taken.map(({ to }) => to)];
    expect(before).toHaveLength(20);

    twilio.answer('take');
    smtp.answer('take');
    await passMinute(data.where);
    const restarted = await untilReady(await spawnServer(place, env));
    const recipients = [...numbers(people), ...addresses(people)];
    const arrived = () => [...twilio.taken.map(({ To }) => To), ...smtp.taken.map(({ to }) => to)];
    await expect.poll(() => new Set(arrived()).size).toBe(40);
    restarted.kill('SIGTERM');
    expect(await restarted.exited).toBe(0);

    const times = new Map(recipients.map((to) => [to, arrived().filter((each) => each === to).length]));
    expect([...times.values()].filter((count) => count < 1 || count > 2)).toEqual([]);
    // What no provider had accepted when the server died is sent once.
    expect(recipients.filter((to) => !before.includes(to) && times.get(to) !== 1)).toEqual([]);
  } finally {
    await data.remove();
  }
});

/** Lets the leases of the dead server expire, as they do after a minute. */
async function passMinute(where: { url?: string; folder: string }): Promise<void> {
  const { db, close } = await openDatabaseForCommand(where);
  await db
    .updateTable('outbox')
    .set({ leased_until: sql`leased_until - ${MINUTE}` })
    .where('leased_until', '>', 0)
    .execute();
  await close();
}

test('messages: the log has no number, address, text, code, token or password, even if the providers quote them', async () => {
  const data = await makeMigratedPlace();
  const port = await sparePort();
  const server = await untilReady(
    await spawnServer(place, {
      ...{ DATA_DIR: data.where.folder, TOKEN_SECRET: 'a secret of this test, long enough', PORT: String(port) },
      ...(data.where.url ? { DATABASE_URL: data.where.url } : {}),
      ...{ ...twilio.settings, ...smtp.settings, LOG_LEVEL: 'trace', APP_URL: `http://127.0.0.1:${port}` },
    }),
  );
  try {
    const answers = [
      'take',
      'cut',
      { status: 400, code: 21610 },
      { status: 400, code: 21606 },
      { status: 400, code: 21617 },
      { status: 500, code: 20500 },
      { status: 401, code: 20003 },
    ] as const;
    twilio.answer(() => answers[(twilio.asked.length - 1) % answers.length] ?? 'take');
    const replies = ['take', 'cut', 550, 450, 554] as const;
    let mails = 0;
    smtp.answer(() => replies[mails++ % replies.length] ?? 'take');
    const people = await askTimes(15, apiClient(server.url));
    await expect.poll(() => twilio.asked.length).toBeGreaterThanOrEqual(15);
    for (const sms of [...twilio.taken]) await twilio.report(sms, 'undelivered', { code: 30006 });
    await expect.poll(() => mails).toBeGreaterThanOrEqual(15);
    server.kill('SIGTERM');
    expect(await server.exited).toBe(0);

    const log = server.output();
    expect(log).toContain('"reason":"Twilio answered 21610 (HTTP 400)"');
    expect(log).toContain('550 EMESSAGE at DATA');
    const texts = [...twilio.asked.map(({ Body }) => Body), ...smtp.taken.map(({ text }) => text)];
    const secrets = [
      ...people.flatMap(({ phone, email }) => [phone, email, e164(phone), e164(phone).slice(2)]),
      ...texts.flatMap((text) => [...text.matchAll(/(?:\?t=|token=)([\w-]+)/g)].map(([, token]) => token ?? '')),
      ...[
        twilio.settings.TWILIO_AUTH_TOKEN,
        'p@ss word',
        encodeURIComponent('p@ss word'),
        'Basic ',
        '5.1.1',
        'Refused:',
      ],
    ];
    expect(secrets.length).toBeGreaterThan(80);
    expect(secrets.filter((secret) => secret.length < 5 || log.includes(secret))).toEqual([]);
    const codes = twilio.asked.map(({ Body }) => readSignIn(Body).code);
    expect(codes.filter((code) => new RegExp(`(?<!\\d)${code}(?!\\d)`).test(log))).toEqual([]);
  } finally {
    server.kill('SIGKILL');
    await server.exited;
    await data.remove();
  }
});
