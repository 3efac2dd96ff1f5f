import type { Poll, PollChange } from '@companion/contract/staff/polls';
import { changesDuring } from '@companion/testkit/databaseChanges';
import { hostPoll } from '@companion/testkit/hostPoll';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { DomainError } from '../platform/domainError.ts';
import { transact } from '../platform/transact.ts';
import { changePoll, changePollStates, PollConflict, PollsConflict, setRunningOrder } from './changePoll.ts';
import { findPoll, findStaged, listPolls, stageState } from './pollQueries.ts';
import { readQuestionChanges } from './readQuestionChanges.ts';

const NOON = Date.UTC(2031, 5, 10, 16);
const A = { campaignId: 'polls', questionId: 'poll-a' };
const B = { campaignId: 'polls', questionId: 'poll-b' };

let t: ServerTest;
beforeEach(async () => {
  t ??= await startServerTest();
  for (const table of ['polls', 'stage', 'changes', 'change_counter'] as const) {
    await t.services.db.deleteFrom(table).execute();
  }
  t.clock.freeze(NOON);
});
afterAll(() => t.stop());

const current = async (key = A): Promise<Poll> => {
  const poll = await findPoll(t.services.db, key, t.clock.now());
  if (!poll) throw new Error(`no poll ${key.questionId}`);
  return poll;
};
const change = (fields: Omit<PollChange, 'version'>, key = A): Promise<Poll> => hostPoll(t.services, key, fields);
const staged = () => stageState(t.services.db, t.clock.now());
const reported = () => t.services.db.selectFrom('changes').select(['topic', 'ref']).orderBy('seq').execute();
const at = (seconds: number) => new Date(NOON + seconds * 1000).toISOString();

test('listPolls: the questions after the event wait for its end, no others do (decision 048)', async () => {
  const waiting = async () =>
    (await listPolls(t.services.db, t.clock.now())).filter((poll) => poll.waitsForEventEnd).map(({ id }) => id);
  expect(await waiting()).toEqual(['post-only']);
  t.clock.freeze('2031-06-11T21:00:00.000Z');
  expect(await waiting()).toEqual([]);
});

test('changePoll: a poll keeps when it was opened last (decision 048)', async () => {
  await change({ state: 'draft' });
  expect((await change({ state: 'open' })).openedAt).toBe(at(0));
  t.clock.freeze(NOON + 5000);
  expect((await change({ state: 'closed' })).openedAt).toBe(at(0));
  expect((await change({ state: 'open' })).openedAt).toBe(at(5));
});

test('changePoll: a question without a state is open, and no one sees its results (decision 048)', async () => {
  expect(await current()).toEqual({
    ...{ id: 'poll-a', campaignId: 'polls', campaignTitle: 'Polls', question: 'First?' },
    ...{ questionTypes: 'yes-no', options: [], state: 'open', shownTo: 'none', closesAt: null, openedAt: null },
    ...{ isOnStage: false, stagePosition: null, waitsForEventEnd: false, version: 0 },
  });
  expect(await staged()).toBeNull();
});

test('changePoll: the results of a survey are the staff’s from the start, until they are hidden (decision 048)', async () => {
  const survey = { campaignId: 'pre-event', questionId: 'pre-yes' };
  expect(await current(survey)).toMatchObject({ state: 'open', shownTo: 'staff' });
  expect(await change({ state: 'closed' }, survey)).toMatchObject({ state: 'closed', shownTo: 'staff' });
  expect(await change({ shownTo: 'none' }, survey)).toMatchObject({ shownTo: 'none' });
  expect(await change({ state: 'open' }, survey)).toMatchObject({ shownTo: 'none' });
});

test('changePoll: opens, closes and reveals, and leaves alone what is not named (decision 048)', async () => {
  expect(await change({ state: 'draft' })).toMatchObject({ state: 'draft', shownTo: 'none', version: 1 });
  expect(await change({ state: 'open', isOnStage: true })).toMatchObject({ state: 'open', isOnStage: true });
  expect(await change({ shownTo: 'everyone' })).toMatchObject({ state: 'open', shownTo: 'everyone', version: 3 });
  expect(await change({ state: 'closed' })).toMatchObject({ state: 'closed', closesAt: at(0), isOnStage: true });
  t.clock.freeze(NOON + 60_000);
  // Closed again it keeps the time at which it closed.
  expect(await change({ state: 'closed' })).toMatchObject({ closesAt: at(0), version: 5 });
  expect(await change({ state: 'open' })).toMatchObject({ state: 'open', closesAt: null, shownTo: 'everyone' });
  expect(await current()).toEqual(await change({}).then((poll) => ({ ...poll, version: 6 })));
});

test('changePoll: a countdown closes the poll at its time, without anyone’s action (decision 048)', async () => {
  await change({ state: 'open', closesInSeconds: 30, isOnStage: true });

  t.clock.freeze(NOON + 29_999);
  expect(await staged()).toEqual({
    poll: { ...A, state: 'open', closesAt: at(30), asked: expect.anything() },
    shownTo: 'none',
  });
  t.clock.freeze(NOON + 30_000);
  expect(await changesDuring(t, async () => expect((await staged())?.poll.state).toBe('closed'))).toEqual({});
  // A further change does not move the time of the closing.
  expect(await change({ shownTo: 'staff' })).toMatchObject({ state: 'closed', closesAt: at(30) });
  expect(await change({ state: 'open', closesInSeconds: 20 })).toMatchObject({ state: 'open', closesAt: at(50) });
  expect(await change({ closesInSeconds: 60 })).toMatchObject({ closesAt: at(90) });
  expect(await change({ shownTo: 'stage' })).toMatchObject({ closesAt: at(90) });
  expect(await change({ closesInSeconds: null })).toMatchObject({ state: 'open', closesAt: null });
});

test('changePoll: a countdown that has ended still counts after a change of its poll; a closing by hand does not (decision 050)', async () => {
  const ended = async () => {
    const { revision, nextAt } = await readQuestionChanges(t.services.db, t.clock.now());
    return { ended: revision % 1000, nextAt };
  };
  await change({ state: 'draft' });
  await change({ state: 'open', closesInSeconds: 60 });
  await change({ closesInSeconds: 120 }, B);
  expect(await ended()).toEqual({ ended: 0, nextAt: NOON + 60_000 });

  t.clock.freeze(NOON + 61_000);
  expect(await ended()).toEqual({ ended: 1, nextAt: NOON + 120_000 });
  await change({ shownTo: 'staff' });
  expect(await ended()).toEqual({ ended: 1, nextAt: NOON + 120_000 });
  t.clock.freeze(NOON + 121_000);
  expect(await ended()).toEqual({ ended: 2, nextAt: null });

  // This records a change, after which the others count no more.
  await change({ state: 'open' });
  await change({ state: 'closed' });
  expect(await ended()).toEqual({ ended: 0, nextAt: null });
});

test('changePoll: one question is on stage; a draft is shown there once it is open (decision 048)', async () => {
  await change({ isOnStage: true });
  expect((await staged())?.poll.questionId).toBe('poll-a');
  await change({ state: 'draft', isOnStage: true }, B);
  expect(await staged()).toBeNull();
  expect((await findStaged(t.services.db, NOON))?.id).toBe('poll-b');
  expect((await current(A)).isOnStage).toBe(false);
  await change({ state: 'open' }, B);
  expect((await staged())?.poll.questionId).toBe('poll-b');

  // Taken off by what is not there changes nothing; archived it leaves the stage.
  await change({ isOnStage: false }, A);
  expect((await staged())?.poll.questionId).toBe('poll-b');
  expect(await change({ state: 'archived' }, B)).toMatchObject({ state: 'archived', isOnStage: false });
  expect(await staged()).toBeNull();
  expect(await t.services.db.selectFrom('stage').selectAll().execute()).toEqual([
    { id: 1, question_id: null, content_id: null, between_polls: null },
  ]);
});

test.each(['draft', 'archived'] as const)('changePoll: closed from %s, it takes no late answers', async (state) => {
  await change({ state });
  expect(await change({ state: 'closed' })).toMatchObject({ state: 'closed', closesAt: null });
  const { access_token: token } = await t.register();
  const body = { ...A, answers: ['yes'], comment: '' };

  expect(await t.send('answerQuestion', { token, params: A, body })).toMatchObject({ status: 409 });
});

test('changePoll: what watchers must read again is recorded with the change (decision 048)', async () => {
  await change({ state: 'draft' });
  expect(await reported()).toEqual([{ topic: 'questions', ref: 'poll-a' }]);
  await change({ isOnStage: true });
  await change({ shownTo: 'stage' });
  await change({ state: 'open' });
  expect((await reported()).slice(1).map(({ topic }) => topic)).toEqual(['stage', 'stage', 'questions', 'stage']);
  await transact(t.services, (tx) => setRunningOrder(tx, [A, B], []));
  expect((await reported()).at(-1)).toEqual({ topic: 'stage', ref: 'running order' });
});

test.each<[string, Omit<PollChange, 'version'>, string]>([
  ['a countdown of a closed poll', { state: 'closed', closesInSeconds: 30 }, 'closesInSeconds'],
  ['an archived poll on stage', { state: 'archived', isOnStage: true }, 'isOnStage'],
])('changePoll: refuses %s, and changes nothing', async (_, fields, field) => {
  const changes = await changesDuring(t, async () => {
    const failed = await change(fields).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(DomainError);
    expect(Object.keys(Object(failed).errors)).toEqual([field]);
  });
  expect(changes).toEqual({});
});

test('changePoll: with an old version it changes nothing, and gives the current poll (decision 048)', async () => {
  const { version } = await current();
  const after = await change({ state: 'closed', shownTo: 'staff' });
  const { db } = t.services;
  await db.deleteFrom('changes').execute();

  const changes = await changesDuring(t, async () => {
    const failed = await transact(t.services, (tx) => changePoll(tx, A, { state: 'archived', version })).catch(
      (error: unknown) => error,
    );
    expect(failed).toBeInstanceOf(PollConflict);
    expect(failed).toMatchObject({ kind: 'conflict', current: after });
  });
  expect(changes).toEqual({});
});

test('changePoll: unknown questions, and those of another campaign, are not there', async () => {
  for (const key of [
    { ...A, campaignId: 'pre-event' },
    { ...A, questionId: 'unknown' },
  ]) {
    const failed = await transact(t.services, (tx) => changePoll(tx, key, { state: 'closed', version: 0 })).catch(
      (error: unknown) => error,
    );
    expect(failed).toMatchObject({ kind: 'notFound' });
  }
});

test('changePoll: of 50 at once with one version one is made; with each retried, all are made one after the other (decision 048)', async () => {
  const press = (index: number, version: number) =>
    transact(t.services, (tx) => changePoll(tx, A, { state: index % 2 ? 'open' : 'closed', isOnStage: true, version }));
  const presses = Array.from({ length: 50 }, (_, index) => index);

  const first = await Promise.allSettled(presses.map((index) => press(index, 0)));
  expect(first.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of first) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(PollConflict);

  const made: Poll[] = [];
  await Promise.all(
    presses.map(async (index) => {
      for (let version = 1; ; ) {
        try {
          made.push(await press(index, version));
          return;
        } catch (error) {
          if (!(error instanceof PollConflict)) throw error;
          version = error.current.version;
        }
      }
    }),
  );
  const versions = made.map(({ version }) => version).sort((a, b) => a - b);
  expect(versions).toEqual(presses.map((index) => index + 2));
  expect(await current()).toEqual(made.find(({ version }) => version === 51));
  const seqs = await t.services.db.selectFrom('changes').select('seq').orderBy('seq').execute();
  expect(seqs.map(({ seq }) => seq)).toEqual(seqs.map((_, index) => index + 1));
});

test('setRunningOrder: the polls have their places, others have none, and states stay (decision 048)', async () => {
  await change({ state: 'draft' });
  const order = (polls: (typeof A)[], before: (typeof A)[] = []) =>
    transact(t.services, (tx) => setRunningOrder(tx, polls, before));
  const places = async () =>
    (await listPolls(t.services.db, NOON))
      .filter(({ stagePosition }) => stagePosition !== null)
      .map(({ id, stagePosition, state }) => [id, stagePosition, state]);

  await order([B, A]);
  expect(await places()).toEqual([
    ['poll-a', 1, 'draft'],
    ['poll-b', 0, 'open'],
  ]);
  await expect(order([B, B], [B, A])).rejects.toMatchObject({ kind: 'invalid' });
  await expect(order([{ ...B, campaignId: 'pre-event' }], [B, A])).rejects.toMatchObject({ kind: 'notFound' });
  expect(await places()).toHaveLength(2);
  await order([A], [B, A]);
  expect(await places()).toEqual([['poll-a', 0, 'draft']]);
  // The order is not part of what a version protects.
  expect((await current(B)).version).toBe(0);
  expect(await change({ state: 'closed' }, B)).toMatchObject({ version: 1, stagePosition: null });
});

test('setRunningOrder: of two hosts who change one order at once one has a conflict, with the current order (decision 053)', async () => {
  const set = (polls: (typeof A)[], before: (typeof A)[]) =>
    transact(t.services, (tx) => setRunningOrder(tx, polls, before)).catch((error: unknown) => error);
  await set([A, B], []);

  const answers = await Promise.all([set([B, A], [A, B]), set([A], [A, B])]);
  const conflicts = answers.filter((answer) => answer instanceof PollsConflict);
  expect(conflicts).toHaveLength(1);
  expect(conflicts[0]?.current).toEqual(await listPolls(t.services.db, NOON));
  expect(answers.find((answer) => answer !== conflicts[0])).toEqual(conflicts[0]?.current);
});

const setStates = (changes: { key: typeof A; state: Poll['state']; version: number }[]) =>
  transact(t.services, (tx) =>
    changePollStates(
      tx,
      changes.map(({ key, ...change }) => ({ ...key, ...change })),
    ),
  );

test('changePollStates: gives each its state, reports what has changed, and leaves the rest alone (decision 053)', async () => {
  await change({ state: 'open', isOnStage: true, shownTo: 'stage' });
  await change({ state: 'draft' }, B);
  await t.services.db.deleteFrom('changes').execute();

  const { polls, changed } = await setStates([
    { key: A, state: 'archived', version: 1 },
    { key: B, state: 'draft', version: 1 },
  ]);
  expect(changed).toEqual(['poll-a']);
  expect(polls).toEqual(await listPolls(t.services.db, NOON));
  expect(await current(A)).toMatchObject({ state: 'archived', isOnStage: false, shownTo: 'stage', version: 2 });
  expect(await current(B)).toMatchObject({ state: 'draft', version: 1 });
  expect(await reported()).toEqual([
    { topic: 'questions', ref: 'poll-a' },
    { topic: 'stage', ref: 'poll-a' },
  ]);
});

test('changePollStates: with one old version nothing is changed, and the conflict has every poll (decision 053)', async () => {
  await change({ state: 'closed' }, B);
  const changes = await changesDuring(t, async () => {
    const failed = await setStates([
      { key: A, state: 'draft', version: 0 },
      { key: B, state: 'draft', version: 0 },
    ]).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(PollsConflict);
    expect(Object(failed).current).toEqual(await listPolls(t.services.db, NOON));
    const twice = { key: A, state: 'draft', version: 0 } as const;
    await expect(setStates([twice, twice])).rejects.toMatchObject({ kind: 'invalid' });
    const unknown = { ...twice, key: { ...A, questionId: 'unknown' } };
    await expect(setStates([twice, unknown])).rejects.toMatchObject({ kind: 'notFound' });
  });
  expect(changes).toEqual({});
});
