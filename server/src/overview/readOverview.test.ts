import { hostPoll } from '@companion/testkit/hostPoll';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { signedInMember, stageScreen } from '@companion/testkit/staffBrowser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordBackup } from '../backup/lastBackup.ts';
import { DAY, HOUR, isoTime, MINUTE } from '../platform/time.ts';
import { autocommit, transact } from '../platform/transact.ts';
import { setStanding } from '../safeguards/accountStanding.ts';
import {
  countInSlices,
  countSignedIn,
  describeBackup,
  readIncoming,
  readLastHour,
  readPeople,
  readSessions,
  readWaiting,
} from './readOverview.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const read = async () => {
  const { db } = t.services;
  const now = t.clock.now();
  const incoming = await readIncoming(db, now, await readLastHour(db, now));
  return { ...(await readPeople(t.services, now)), ...incoming, ...(await readSessions(db, now)) };
};

test('overview: counts what came in within the minute and the hour, also answers whose results are shown to no one', async () => {
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
    // How many have answered is no result (decision 048).
    answers: { lastMinute: 0, lastHour: 3 },
    votes: { lastMinute: 0, lastHour: 1 },
    comments: { lastMinute: 1, lastHour: 1 },
  });
});

test('overview: what comes in from a dismissed account is not counted', async () => {
  const before = await read();
  const { access_token: token, profile } = await t.register();
  await t.ask('createVote', { token, body: { campaignId: 'agenda', contentId: 'opening', vote: 'up' } });
  await t.ask('answerQuestion', {
    ...{ token, params: { questionId: 'pre-yes' } },
    body: { campaignId: 'pre-event', questionId: 'pre-yes', answers: ['yes'], comment: '' },
  });
  expect((await read()).votes.lastMinute).toBe(before.votes.lastMinute + 1);

  await transact(t.services, (tx) => setStanding(tx, [profile.id], 'dismissed'));

  const { answers, votes, comments } = before;
  expect(await read()).toMatchObject({ answers, votes, comments });
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

test('overview: names what waits for the staff: questions, texts of the poll on stage, no stage screen', async () => {
  const { db } = t.services;
  const waiting = () => readWaiting(db, t.clock.now());
  expect(await waiting()).toMatchObject({ questionsWaiting: 0, textsToApprove: [], stageScreens: 0 });

  const { access_token: token } = await t.register();
  await t.ask('createAudienceQuestion', { token, body: { contentId: 'opening', text: 'Why?' } });
  const words = { campaignId: 'pre-event', questionId: 'pre-words' };
  await t.ask('answerQuestion', {
    token,
    params: words,
    body: { ...words, answers: [], comment: 'A text' },
  });
  // No one asks for the approval of a text that is not for the stage.
  expect(await waiting()).toMatchObject({ questionsWaiting: 1, textsToApprove: [] });
  await hostPoll(t.services, words, { state: 'open', isOnStage: true, shownTo: 'staff' });
  expect((await waiting()).textsToApprove).toEqual([{ ...words, question: 'Anything else?', texts: 1 }]);
  await hostPoll(t.services, words, { shownTo: 'none' });
  expect((await waiting()).textsToApprove).toEqual([]);
  await hostPoll(t.services, words, { shownTo: 'staff' });
  const { member, browser: host } = await signedInMember(t, 'host');
  const [text] = (await host.ask('getAnswerTexts', { params: words })).results.texts;
  await host.ask('approveAnswerText', { params: { ...words, textId: text?.id ?? '' }, body: { isApproved: true } });
  expect((await waiting()).textsToApprove).toEqual([]);

  const screen = await stageScreen(t, member.id);
  await screen.ask('getStage');
  expect((await waiting()).stageScreens).toBe(1);
  t.clock.advance(3 * MINUTE);
  expect((await waiting()).stageScreens).toBe(0);
});

test('overview: a backup is due when there is none, or none within a day', async () => {
  const { db } = t.services;
  const due = async () => {
    const { lastBackupAt, isBackupOld } = await describeBackup(db, t.clock.now());
    return [lastBackupAt, isBackupOld];
  };
  expect(await due()).toEqual([null, true]);
  const at = t.clock.now();
  for (const takenAt of [at - HOUR, at]) await autocommit(t.services, (writer) => recordBackup(writer, takenAt));
  expect(await due()).toEqual([isoTime(at), false]);
  t.clock.advance(DAY);
  expect(await due()).toEqual([isoTime(at), true]);
});

test('server state: says for what reasons messages of the last day failed, how many each, and names no one', async () => {
  const { db } = t.services;
  await db.deleteFrom('outbox').execute();
  const at = t.clock.now();
  const failed = (id: string, failed_at: number, last_error: string, kind: 'sms' | 'mail' = 'sms') => ({
    ...{ id, kind, recipient: 'ada@example.com', subject: null, text: '', created_at: at - DAY, expires_at: at + HOUR },
    ...{ attempts: 1, next_attempt_at: at, leased_until: 0, sent_at: null, failed_at, last_error },
    ...{ account_id: null, purpose: null },
  });
  await db
    .insertInto('outbox')
    .values([
      failed('one', at - HOUR, 'Twilio answered 30005'),
      failed('two', at - MINUTE, 'Twilio answered 30005'),
      failed('three', at - 2 * HOUR, 'the mail server: 550', 'mail'),
      failed('old', at - DAY, 'Twilio answered 30005'),
    ])
    .execute();
  const { browser } = await signedInMember(t, 'host');

  const response = await browser.request('getServerState');

  const text = await response.text();
  expect(text).not.toContain('ada@example.com');
  expect(JSON.parse(text).results.failedMessages).toEqual([
    { kind: 'sms', reason: 'Twilio answered 30005', messages: 2, lastAt: isoTime(at - MINUTE) },
    { kind: 'mail', reason: 'the mail server: 550', messages: 1, lastAt: isoTime(at - 2 * HOUR) },
  ]);
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
