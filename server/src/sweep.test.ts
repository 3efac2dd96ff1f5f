import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changesDuring } from '@companion/testkit/databaseChanges';
import { loadFolder } from '@companion/testkit/loadFolder';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { writeTestPack } from '@companion/testkit/testPack';
import { attendee } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { getEvent } from './event/eventQueries.ts';
import { recordChange } from './platform/recordChange.ts';
import { DAY, HOUR } from './platform/time.ts';
import { transact } from './platform/transact.ts';
import { eventMover, sweep } from './sweep.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

/** Creates every kind of row that an attendee leaves. */
async function attend() {
  const headers = { 'idempotency-key': `key-${Math.random()}` };
  const { profile } = await t.ask('createAccount', { body: attendee(), headers });
  const { code } = await t.requestSignIn(profile.phone);
  const { access_token: token } = await t.ask('smsLogin', { body: { phone: profile.phone, code } });
  await t.ask('confirmRegistration', { token, params: { id: profile.id }, body: { mine: true } });
  const item = { campaignId: 'agenda', contentId: 'opening' };
  await t.ask('createVote', { token, body: { ...item, vote: 'up' } });
  await t.ask('createComment', { token, body: { ...item, comment: 'Good' } });
  const body = { campaignId: 'polls', questionId: 'poll-a', answers: ['yes'] };
  await t.ask('answerQuestion', { token, params: { questionId: 'poll-a' }, body });
}

test('sweep: after an hour nothing has expired', async () => {
  await attend();
  t.clock.advance(HOUR);

  expect(await changesDuring(t, () => sweep(t.services))).toEqual({});
});

test('sweep: after a day it removes codes, unopened links and idempotency keys; what attendees wrote stays', async () => {
  await attend();
  t.clock.advance(DAY + 1000);

  const changes = await changesDuring(t, () => sweep(t.services));

  expect(Object.keys(changes).sort()).toEqual(['idempotency_keys', 'link_tokens', 'login_codes']);
  for (const table of ['idempotency_keys', 'login_codes'] as const) {
    expect(await t.services.db.selectFrom(table).selectAll().execute()).toEqual([]);
  }
});

test('sweep: the last moderation of each session is kept, of others only the newest of a topic', async () => {
  const { db } = t.services;
  const seqs = async (topic: 'audienceQuestions' | 'agenda') =>
    (await db.selectFrom('changes').select('ref').where('topic', '=', topic).orderBy('seq').execute()).map(
      ({ ref }) => ref,
    );
  for (const topic of ['audienceQuestions', 'agenda'] as const) {
    for (const ref of ['opening', 'opening', 'closing']) {
      await transact(t.services, (tx) => recordChange({ db: tx.db, now: () => 1 }, topic, ref));
    }
  }
  await sweep(t.services);
  expect(await seqs('audienceQuestions')).toEqual(['opening', 'closing']);
  expect(await seqs('agenda')).toEqual(['closing']);
});

test('sweep: after a month it also removes sessions, messages and texted phones; what attendees wrote stays', async () => {
  await attend();
  t.clock.advance(31 * DAY);

  const changes = await changesDuring(t, () => sweep(t.services));

  expect(Object.keys(changes).sort()).toEqual([
    'idempotency_keys',
    'link_tokens',
    'login_codes',
    'login_phones',
    'outbox',
    'sessions',
  ]);
  for (const table of ['outbox', 'sessions'] as const) {
    expect(await t.services.db.selectFrom(table).selectAll().execute()).toEqual([]);
  }
  for (const table of ['accounts', 'consents', 'votes', 'comments', 'answers'] as const) {
    expect((await t.services.db.selectFrom(table).selectAll().execute()).length).toBeGreaterThan(0);
  }
});

test('sweep: after 30 days the networks of a whole flood are forgotten at once (decision 056)', async () => {
  const { db } = t.services;
  const { profile } = await t.register();
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', profile.id).executeTakeFirstOrThrow();
  const flood = Array.from({ length: 450 }, (_, n) => ({
    ...account,
    id: `flood ${n}`,
    email_key: null,
    phone_e164: null,
  }));
  for (let from = 0; from < flood.length; from += 50) {
    await db
      .insertInto('accounts')
      .values(flood.slice(from, from + 50))
      .execute();
  }
  const known = () => db.selectFrom('accounts').select('id').where('registered_from', 'is not', null).execute();
  expect((await known()).length).toBeGreaterThan(450);
  t.clock.advance(31 * DAY);

  await sweep(t.services);

  expect(await known()).toEqual([]);
  await db.deleteFrom('accounts').where('id', 'like', 'flood %').execute();
});

test('sweep: of the staff it removes challenges after a day and invitations a month after their end, and keeps the audit log', async () => {
  const { db } = t.services;
  const at = t.clock.now();
  const invitation = {
    email: 'ann@example.com',
    email_key: 'ann@example.com',
    role: 'host',
    invited_by: null,
  } as const;
  await db
    .insertInto('staff_invitations')
    .values({ ...invitation, id: 'i', token_hash: 'i', created_at: at, expires_at: at + 2 * DAY })
    .execute();
  await db.insertInto('staff_challenges').values({ challenge_hash: 'c', staff_id: null, created_at: at }).execute();
  const audit = { staff_id: null, action: 'erase', entity: 'account', entity_id: 'a', fields: '[]', trace_id: null };
  await db
    .insertInto('audit_log')
    .values({ ...audit, id: 'a', at })
    .execute();
  const left = async () => {
    await sweep(t.services);
    const tables = ['staff_challenges', 'staff_invitations', 'audit_log'] as const;
    return Promise.all(tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length));
  };

  t.clock.advance(DAY - HOUR);
  expect(await left()).toEqual([1, 1, 1]);
  t.clock.advance(2 * HOUR);
  expect(await left()).toEqual([0, 1, 1]);
  t.clock.advance(32 * DAY);
  expect(await left()).toEqual([0, 0, 1]);
});

test('sweep: an event whose first day is today moves at midnight of its own time zone', async () => {
  const folder = await writeTestPack();
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'event.yaml');
  const event = await readFile(file, 'utf8');
  await writeFile(file, event.replace('New_York', 'Los_Angeles').replace('2031-06-10', 'today'));
  t.clock.freeze('2031-06-11T03:59:00Z');
  await loadFolder(t.services, folder);
  const move = eventMover(t.services);
  const startsAt = async (when: string) => {
    t.clock.freeze(when);
    await move();
    return new Date((await getEvent(t.services.db)).starts_at).toISOString();
  };

  expect(await startsAt('2031-06-11T04:01:00Z')).toBe('2031-06-10T16:00:00.000Z');
  expect(await startsAt('2031-06-11T06:59:00Z')).toBe('2031-06-10T16:00:00.000Z');
  expect(await startsAt('2031-06-11T07:01:00Z')).toBe('2031-06-11T16:00:00.000Z');
});
