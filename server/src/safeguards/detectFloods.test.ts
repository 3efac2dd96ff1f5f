import type { Flood } from '@companion/contract/staff/safeguards';
import { refusal } from '@companion/testkit/apiClient';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { signedInMember } from '@companion/testkit/staffBrowser';
import { attendee } from '@companion/testkit/testServer';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY, HOUR, isoTime, MINUTE, SECOND } from '../platform/time.ts';
import { sweep } from '../sweep.ts';
import { joinBursts } from './detectFloods.ts';

let t: ServerTest;
let host: Awaited<ReturnType<typeof signedInMember>>['browser'];
beforeAll(async () => {
  t = await startServerTest({
    ...{ TRUST_PROXY: 'true', SIGN_INS_PER_ADDRESS: '300', VENUE_SIGN_INS_PER_ADDRESS: '600' },
    VENUE_NETWORKS: '198.51.100.7/32',
  });
});
afterAll(() => t.stop());
beforeEach(async () => {
  // Floods of the tests before are older than what is looked at.
  t.clock.advance(2 * DAY);
  host = (await signedInMember(t, 'host')).browser;
});

/** More registrations than people make in ten seconds, with these settings: 10, and 20 at the venue. */
const MANY = 12;

/** All within the same second, however busy the machine is. */
async function register(address: string, times: number) {
  const headers = { 'x-forwarded-for': address };
  const people = await Promise.all(
    Array.from({ length: times }, async () => (await t.ask('createAccount', { body: attendee(), headers })) as Person),
  );
  registeredAt = t.clock.now();
  const ids = people.map(({ profile }) => profile.id);
  await t.services.db.updateTable('accounts').set({ created_at: registeredAt }).where('id', 'in', ids).execute();
  return people;
}
let registeredAt = 0;
type Person = Awaited<ReturnType<ServerTest['register']>>;

const answer = ({ access_token: token }: Person) =>
  t.ask('answerQuestion', {
    token,
    params: { questionId: 'poll-a' },
    body: { campaignId: 'polls', questionId: 'poll-a', answers: ['yes'], comment: '' },
  });
const askSpeakers = ({ access_token: token }: Person, text = 'Why?') =>
  t.send('createAudienceQuestion', { token, body: { contentId: 'opening', text } });

async function floods(): Promise<Flood[]> {
  // What a node keeps is older.
  t.clock.advance(11 * SECOND);
  return (await host.ask('getFloods')).results.floods;
}
const spanOf = ({ network, since, until }: Flood) => ({ network, since, until });
const standings = async (table: 'answers' | 'audience_questions' | 'votes', people: Person[]) => {
  const ids = people.map(({ profile }) => profile.id);
  const rows = await t.services.db.selectFrom(table).select('standing').where('account_id', 'in', ids).execute();
  return rows.map(({ standing }) => standing).sort();
};

test('getFloods: names the network, the span and what was sent, of registrations that come in faster than people can be (decision 056)', async () => {
  const people = await register('203.0.113.9', MANY);
  const at = registeredAt;
  await register('203.0.114.9', 10);
  for (const person of people.slice(0, 3)) await answer(person);
  await askSpeakers(people[0] as Person);

  expect(await floods()).toEqual([
    {
      ...{
        network: '203.0.113.0/24',
        since: isoTime(at),
        until: isoTime(at),
        isVenue: false,
        kinds: ['registrations'],
      },
      ...{ registrations: MANY, answers: 3, upvotes: 0, questions: 1 },
    },
  ]);
});

test('getFloods: all addresses of a network count together, of IPv6 those of a /48', async () => {
  for (const subnet of [1, 2, 3, 4]) await register(`2001:db8:9:${subnet}::1`, 3);
  await register('2001:db8:a:1::1', 3);

  expect(await floods()).toMatchObject([{ network: '2001:db8:9::/48', registrations: 12 }]);
});

test('getFloods: in a network of the venue twice as many come in before it is a flood, as its limit is twice as high', async () => {
  await register('198.51.100.7', 19);
  expect(await floods()).toEqual([]);
  t.clock.advance(MINUTE);
  await register('198.51.100.7', 21);
  expect(await floods()).toMatchObject([{ network: '198.51.100.0/24', isVenue: true, registrations: 21 }]);
});

test('getFloods: answers that come in faster than people can be are a flood of the accounts that sent them, however slowly they registered', async () => {
  const people: Person[] = [];
  let since = 0;
  for (let group = 0; group < 4; group += 1) {
    people.push(...(await register('203.0.113.77', 8)));
    since ||= registeredAt;
    t.clock.advance(MINUTE);
  }
  expect(await floods()).toEqual([]);
  await Promise.all(people.map(answer));
  await t.services.db
    .updateTable('answers')
    .set({ created_at: t.clock.now() })
    .where(
      'account_id',
      'in',
      people.map(({ profile }) => profile.id),
    )
    .execute();

  expect(await floods()).toMatchObject([
    { network: '203.0.113.0/24', kinds: ['answers'], since: isoTime(since), registrations: 32, answers: 32 },
  ]);
});

test('getFloods: questions that come in faster than people can be are a flood, and a confirmed account is in none', async () => {
  const people: Person[] = [];
  for (let group = 0; group < 2; group += 1) {
    people.push(...(await register('203.0.113.78', 8)));
    t.clock.advance(MINUTE);
  }
  for (const person of people) for (const text of ['One?', 'Two?']) await askSpeakers(person, text);
  const ids = people.map(({ profile }) => profile.id);
  const { db } = t.services;
  await db
    .updateTable('audience_questions')
    .set({ created_at: t.clock.now() })
    .where('account_id', 'in', ids)
    .execute();
  expect(await floods()).toMatchObject([{ kinds: ['questions'], registrations: 16, questions: 32 }]);
  // Over a whole minute, at each moment at which a member looks.
  const minute = Math.ceil(t.clock.now() / MINUTE) * MINUTE;
  const asked = await db.selectFrom('audience_questions').select('id').where('account_id', 'in', ids).execute();
  for (const [index, { id }] of asked.entries()) {
    const created_at = minute + Math.floor((index / asked.length) * MINUTE);
    await db.updateTable('audience_questions').set({ created_at }).where('id', '=', id).execute();
  }
  t.clock.set(minute + MINUTE);
  for (let look = 0; look < 6; look += 1) expect(await floods()).toMatchObject([{ kinds: ['questions'] }]);

  await db.updateTable('accounts').set({ confirmed_at: 1, registered_from: null }).where('id', 'in', ids).execute();
  expect(await floods()).toEqual([]);
});

test('dismissFlood: everything of the flood counts nowhere until it is undone; confirmed accounts are no part of it, and one that is confirmed later leaves it (decision 056)', async () => {
  const people = await register('203.0.113.9', MANY);
  const others = await register('203.0.115.9', 1);
  const [first, second] = people as [Person, Person];
  for (const person of [...people, ...others]) await answer(person);
  await askSpeakers(second);
  await confirm(first);
  const [flood] = await floods();
  if (!flood) throw new Error('There is no flood');
  const figures = { accounts: MANY - 1, answers: MANY - 1, votes: 0, upvotes: 0, comments: 0, questions: 1 };
  expect((await host.ask('getFloodPreview', { query: spanOf(flood) })).results).toEqual(figures);

  const { results } = await host.ask('dismissFlood', { body: spanOf(flood) });

  expect(results.floods).toEqual([]);
  expect(results.dismissals[0]).toMatchObject({ ...spanOf(flood), accounts: MANY - 1, undoneAt: null });
  expect(await standings('answers', people)).toEqual(['confirmed', ...Array(MANY - 1).fill('dismissed')]);
  expect(await standings('audience_questions', people)).toEqual(['dismissed']);
  expect(await standings('answers', others)).toEqual(['unconfirmed']);
  // What it sends later is dismissed as well, and no one else sees it.
  await askSpeakers(people[2] as Person);
  expect(await standings('audience_questions', people)).toEqual(['dismissed', 'dismissed']);

  await confirm(second);
  expect(await standings('answers', [first, second])).toEqual(['confirmed', 'confirmed']);
  const id = results.dismissals[0]?.id ?? '';
  const undone = await host.ask('undoDismissal', { params: { dismissalId: id } });
  expect(undone.results.dismissals[0]).toMatchObject({ id, undoneAt: expect.any(String) });
  expect(await standings('answers', people)).toEqual([
    ...Array(2).fill('confirmed'),
    ...Array(MANY - 2).fill('unconfirmed'),
  ]);
  const log = await t.services.db.selectFrom('audit_log').select(['action']).where('entity_id', '=', id).execute();
  expect(log.map(({ action }) => action).sort()).toEqual(['dismissFlood', 'undoDismissal']);
});

/** Enters the code that was texted. */
async function confirm({ profile }: Person) {
  const { code } = await t.requestSignIn(profile.phone);
  await t.ask('smsLogin', { body: { phone: profile.phone, code } });
}

test('dismissFlood, undoDismissal: of members who do the same at once one succeeds, and the others are told (decision 056)', async () => {
  const people = await register('203.0.113.9', MANY);
  for (const person of people) await answer(person);
  const [flood] = await floods();
  if (!flood) throw new Error('There is no flood');

  const dismissals = await Promise.all([1, 2, 3].map(() => host.send('dismissFlood', { body: spanOf(flood) })));

  expect(dismissals.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(await standings('answers', people)).toEqual(Array(MANY).fill('dismissed'));
  const { results } = await host.ask('getFloods');
  const params = { dismissalId: results.dismissals[0]?.id ?? '' };
  const undone = await Promise.all([1, 2, 3].map(() => host.send('undoDismissal', { params })));
  expect(undone.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await standings('answers', people)).toEqual(Array(MANY).fill('unconfirmed'));
});

test('dismissFlood: while its accounts answer and confirm, each row ends with the standing of its account (decision 056)', async () => {
  const people = await register('203.0.113.9', MANY);
  const [flood] = await floods();
  if (!flood) throw new Error('There is no flood');

  await Promise.all([
    host.send('dismissFlood', { body: spanOf(flood) }),
    ...people.map(answer),
    ...people.slice(0, 3).map(confirm),
  ]);

  const rows = await t.services.db
    .selectFrom('answers')
    .innerJoin('accounts', 'accounts.id', 'answers.account_id')
    .select(['answers.standing', 'accounts.confirmed_at', 'accounts.dismissal_id'])
    .where(
      'accounts.id',
      'in',
      people.map(({ profile }) => profile.id),
    )
    .execute();
  expect(rows).toHaveLength(MANY);
  for (const { standing, confirmed_at, dismissal_id } of rows) {
    expect(standing).toBe(confirmed_at !== null ? 'confirmed' : dismissal_id === null ? 'unconfirmed' : 'dismissed');
  }
});

test('dismissFlood, undoDismissal: a large flood takes many short transactions, and none that others wait for (decision 057)', async () => {
  const [person] = (await register('203.0.113.9', 1)) as [Person];
  const { db } = t.services;
  const account = await db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', person.profile.id)
    .executeTakeFirstOrThrow();
  const invented = Array.from({ length: 1_199 }, (_, n) => `invented ${n}`);
  const answered = { question_id: 'poll-a', campaign_id: 'polls', answers: '["yes"]', comment: '', made_at: null };
  for (const id of invented) {
    await db
      .insertInto('accounts')
      .values({ ...account, id, email_key: null, phone_e164: null })
      .execute();
    await db
      .insertInto('answers')
      .values({ ...answered, account_id: id, created_at: registeredAt, standing: 'unconfirmed' })
      .execute();
  }
  const standingsNow = async () => {
    const rows = await db.selectFrom('answers').select('standing').where('account_id', 'like', 'invented %').execute();
    return [...new Set(rows.map(({ standing }) => standing))];
  };
  const body = { network: '203.0.113.0/24', since: isoTime(registeredAt), until: isoTime(registeredAt) };

  const { results } = await host.ask('dismissFlood', { body });

  const { id = '', accounts } = results.dismissals[0] ?? {};
  expect(accounts).toBe(1_200);
  expect(await standingsNow()).toEqual(['dismissed']);
  // Each transaction records a change.
  const changes = async () => (await db.selectFrom('changes').select('seq').where('ref', '=', id).execute()).length;
  expect(await changes()).toBe(3);
  await host.ask('undoDismissal', { params: { dismissalId: id } });
  expect(await standingsNow()).toEqual(['unconfirmed']);
  expect(await changes()).toBe(6);
  expect((await host.send('undoDismissal', { params: { dismissalId: id } })).status).toBe(409);
  await db
    .deleteFrom('accounts')
    .where('id', 'in', [...invented, account.id])
    .execute();
});

test('floods: an unknown dismissal is a 404, a time that is none a 400, and a span without accounts a 409', async () => {
  const span = { network: '203.0.113.0/24', since: isoTime(0), until: isoTime(1) };
  expect(await host.send('undoDismissal', { params: { dismissalId: 'unknown' } })).toEqual(
    refusal(404, 'There is no such dismissal.'),
  );
  expect((await host.send('dismissFlood', { body: { ...span, since: 'now' } })).status).toBe(400);
  expect(await host.send('getFloodPreview', { query: { ...span, until: 'now' } })).toMatchObject({
    ...{ status: 400, body: { errors: { until: 'Must be a time in ISO 8601' } } },
  });
  expect(await host.send('dismissFlood', { body: span })).toEqual(refusal(409, 'There is nothing left to dismiss.'));
});

test('sweep: the network of an account is forgotten after 30 days (decision 056)', async () => {
  const [person] = (await register('203.0.113.9', 1)) as [Person];
  const networkOf = async () => {
    const row = await t.services.db.selectFrom('accounts').selectAll().where('id', '=', person.profile.id).execute();
    return row[0]?.registered_from;
  };
  t.clock.advance(29 * DAY);
  await sweep(t.services);
  expect(await networkOf()).toBe('203.0.113.0/24');
  t.clock.advance(2 * DAY);
  await sweep(t.services);
  expect(await networkOf()).toBeNull();
});

test('getFloods: many small floods do not hide a large one (decision 057)', async () => {
  await register('203.0.113.9', 2 * MANY);
  for (let network = 1; network <= 20; network += 1) await register(`192.0.${network}.9`, MANY - 1);

  const found = await floods();

  expect(found).toHaveLength(20);
  expect(found[0]).toMatchObject({ network: '203.0.113.0/24', registrations: 2 * MANY });
});

test('getFloods: a hall that registered days before answers within half a minute, and is no flood (decision 057)', async () => {
  const hall = await register('198.51.100.7', 160);
  const ids = hall.map(({ profile }) => profile.id);
  await t.services.db
    .updateTable('accounts')
    .set({ created_at: t.clock.now() - 2 * DAY })
    .where('id', 'in', ids)
    .execute();
  const quick = hall.slice(0, 35);
  await Promise.all(quick.map(answer));
  await t.services.db
    .updateTable('answers')
    .set({ created_at: t.clock.now() })
    .where('account_id', 'in', ids)
    .execute();

  expect(await floods()).toEqual([]);
});

test.each([
  ['a burst', [{ n: 21, since: 0, until: 9 }], [[0, 9]]],
  ['no burst', [{ n: 20, since: 0, until: 9 }], []],
  [
    'two bursts within ten minutes, which are one flood',
    [
      { n: 21, since: 0, until: 9 },
      { n: 1, since: 20_000, until: 20_009 },
      { n: 21, since: 600_000, until: 600_009 },
    ],
    [[0, 600_009]],
  ],
  [
    'two bursts that are further apart',
    [
      { n: 21, since: 0, until: 9 },
      { n: 21, since: 700_000, until: 700_009 },
    ],
    [
      [0, 9],
      [700_000, 700_009],
    ],
  ],
  [
    'as many in an hour as the limit allows in five minutes, and more',
    Array.from({ length: 40 }, (_, i) => ({ n: 16, since: i * 80_000, until: i * 80_000 + 1 })),
    [[0, 39 * 80_000 + 1]],
  ],
  [
    'the same in two hours',
    Array.from({ length: 40 }, (_, i) => ({ n: 16, since: i * 180_000, until: i * 180_000 + 1 })),
    [],
  ],
])('joinBursts: finds %s, with a limit of 600 in five minutes', (_, bursts, spans) => {
  expect(joinBursts(bursts, 600)).toEqual(spans.map(([since, until]) => ({ since, until })));
});

test('joinBursts: an hour ends after an hour', () => {
  const bursts = [0, HOUR, 2 * HOUR].map((since) => ({ n: 20, since, until: since }));
  expect(joinBursts(bursts, 600)).toEqual([]);
});
