import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { signedInMember } from '@companion/testkit/staffBrowser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../platform/time.ts';
import { countInSlices, countSignedIn, readIncoming, readPeople, readSessions } from './readOverview.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const read = async () => {
  const { db } = t.services;
  const now = t.clock.now();
  return { ...(await readPeople(t.services, now)), ...(await readIncoming(db, now)), ...(await readSessions(db, now)) };
};

test('overview: counts what came in within the minute and the hour, without answers whose results are hidden', async () => {
  const { access_token: token } = await t.register();
  const nothing = { lastMinute: 0, lastHour: 0 };
  expect(await read()).toMatchObject({ answers: nothing, votes: nothing, comments: nothing });

  const answer = (campaignId: string, questionId: string) => {
    const body = { campaignId, questionId, answers: ['yes'], comment: '' };
    return t.ask('answerQuestion', { token, params: { questionId }, body });
  };
  await answer('pre-event', 'pre-yes');
  for (const [questionId, shown_to] of [
    ['poll-a', 'staff'],
    ['poll-b', 'none'],
  ] as const) {
    await answer('polls', questionId);
    await t.services.db
      .insertInto('polls')
      .values({ question_id: questionId, state: 'open', shown_to, version: 1 })
      .execute();
  }
  const item = { campaignId: 'agenda', contentId: 'opening' };
  await t.ask('createVote', { token, body: { ...item, vote: 'up' } });
  t.clock.advance(MINUTE + 1);
  await t.ask('createComment', { token, body: { ...item, comment: 'Good.' } });

  expect(await read()).toMatchObject({
    // The survey and the poll that is shown to the staff (decision 048).
    answers: { lastMinute: 0, lastHour: 2 },
    votes: { lastMinute: 0, lastHour: 1 },
    comments: { lastMinute: 1, lastHour: 1 },
  });
});

test('overview: counts who has registered, activated a prepared account, waits, and signed in since midnight', async () => {
  const { db } = t.services;
  // 11:30 PM in the event's zone.
  t.clock.set('2031-06-11T03:30:00.000Z');
  const before = await read();
  const [own, activated, waiting] = [await t.register(), await t.register(), await t.register()];
  const ids = [activated, waiting].map(({ profile }) => profile.id);
  await db.updateTable('accounts').set({ source: 'eventbrite' }).where('id', 'in', ids).execute();
  await db.updateTable('accounts').set({ registration_complete: 0 }).where('id', '=', waiting.profile.id).execute();

  expect(await read()).toMatchObject({
    ...{ registered: before.registered + 1, activated: before.activated + 1, prepared: before.prepared + 1 },
    signedInToday: before.signedInToday + 3,
  });
  t.clock.advance(HOUR);
  expect((await read()).signedInToday).toBe(0);
  await t
    .requestSignIn(own.profile.phone)
    .then(({ code }) => t.ask('smsLogin', { body: { phone: own.profile.phone, code } }));
  expect((await read()).signedInToday).toBe(1);
});

test('overview: counts who has signed in the same in slices of any size, also with several sessions of an account', async () => {
  const { db } = t.services;
  const people = await Promise.all(Array.from({ length: 5 }, () => t.register()));
  for (const { profile } of people.slice(0, 3)) {
    const { code } = await t.requestSignIn(profile.phone);
    await t.ask('smsLogin', { body: { phone: profile.phone, code } });
  }
  const whole = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.count<number>('account_id').distinct().as('n'))
    .executeTakeFirstOrThrow();

  for (const slice of [1, 2, 3, 1000]) expect(await countInSlices(db, 0, slice)).toBe(whole.n);
  expect(await countSignedIn(t.services, 0)).toBe(whole.n);
  expect(await countSignedIn(t.services, t.clock.now() + HOUR)).toBe(0);
});

test('overview: lists what is on, and what begins next', async () => {
  const agenda = await t.services.db
    .selectFrom('content')
    .select(['id', 'starts_at'])
    .where('starts_at', 'is not', null)
    .orderBy('starts_at')
    .execute();
  const [first, second] = agenda;
  const ids = (sessions: { id: string }[]) => sessions.map(({ id }) => id);

  t.clock.set(Number(first?.starts_at) - MINUTE);
  expect(ids((await read()).next)).toContain(first?.id);
  t.clock.set(Number(first?.starts_at));
  const { onNow, next } = await read();
  expect(ids(onNow)).toContain(first?.id);
  expect(ids(next)).toEqual(ids(agenda.filter(({ starts_at }) => starts_at === second?.starts_at)));
});

test('overview: counts messages that wait and that have failed, not those that expire at once', async () => {
  const { db } = t.services;
  const at = t.clock.now();
  const before = await read();
  const message = (id: string, fields: object) => ({
    ...{ id, kind: 'mail' as const, recipient: 'a@example.com', subject: null, text: '', created_at: at },
    ...{ expires_at: at + HOUR, attempts: 0, next_attempt_at: at + HOUR, leased_until: 0, sent_at: null },
    ...{ failed_at: null, last_error: null, account_id: null, purpose: null, ...fields },
  });
  await db
    .insertInto('outbox')
    .values([message('w', {}), message('f', { failed_at: at }), message('x', { expires_at: at })])
    .execute();

  const { messagesWaiting, messagesFailed } = await read();
  expect([messagesWaiting - before.messagesWaiting, messagesFailed - before.messagesFailed]).toEqual([1, 1]);
});

test('overview: every role may read it, and sees how many streams are open here', async () => {
  for (const role of ['owner', 'editor', 'host'] as const) {
    const { browser } = await signedInMember(t, role);
    expect((await browser.ask('getOverview')).results).toMatchObject({
      eventName: 'Test Summit',
      streams: { everyone: 0, stage: 0, staff: 0 },
    });
  }
});
