import { CLOSING_GRACE_MS } from '@companion/contract/live';
import type { Credentials } from '@companion/contract/session';
import { CHECK, refusal } from '@companion/testkit/apiClient';
import { changesDuring } from '@companion/testkit/databaseChanges';
import { hostPoll } from '@companion/testkit/hostPoll';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { signedInMember } from '@companion/testkit/staffBrowser';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../platform/time.ts';
import { takesLateAnswer } from './takeAnswer.ts';

/* An answer that a phone without a network had to keep counts if it was made before the closing (decision 053). */

const OPENED = Date.UTC(2031, 5, 10, 16);
const CLOSED_AT = OPENED + 5 * MINUTE;
const A = { campaignId: 'polls', questionId: 'poll-a' };
const CLOSED = refusal(409, 'This poll is closed.');

let t: ServerTest;
let me: Credentials;
beforeEach(async () => {
  t ??= await startServerTest();
  for (const table of ['answers', 'polls', 'stage'] as const) await t.services.db.deleteFrom(table).execute();
  t.clock.freeze(OPENED - MINUTE);
  me = await t.register();
  await hostPoll(t.services, A, { state: 'draft' });
  t.clock.freeze(OPENED);
  await hostPoll(t.services, A, { state: 'open' });
  t.clock.freeze(CLOSED_AT);
  await hostPoll(t.services, A, { state: 'closed', shownTo: 'staff' });
});
afterAll(() => t.stop());

const answer = (given: { ageMs?: unknown; answers?: string[] } = {}, { access_token: token } = me) =>
  t.send('answerQuestion', { token, params: A, body: { ...A, answers: ['yes'], ...given } });
/** Sends an answer that was made at one time and arrives at another. */
const arrive = async (at: number, madeAt: number) => {
  t.clock.freeze(at);
  // An access token lives for ten minutes.
  me = await t.ask('refresh', { body: { refresh_token: me.refresh_token } });
  return answer({ ageMs: at - madeAt });
};
const stored = () => t.services.db.selectFrom('answers').select(['created_at', 'made_at']).execute();

test.each([
  ['as long as the poll was open', OPENED],
  ['in the two seconds after the closing', CLOSED_AT + CLOSING_GRACE_MS],
])('late answer: made %s, it counts, and the row says when it was made (decision 053)', async (_, madeAt) => {
  expect(await arrive(CLOSED_AT + HOUR, madeAt)).toMatchObject({ status: 200 });
  expect(await stored()).toEqual([{ created_at: CLOSED_AT + HOUR, made_at: madeAt }]);
});

test.each([
  ['made after the closing', CLOSED_AT + CLOSING_GRACE_MS + 1, CLOSED_AT + MINUTE],
  ['made before the poll was opened', OPENED - 1, CLOSED_AT + MINUTE],
  ['that arrives more than an hour after the closing', OPENED, CLOSED_AT + HOUR + 1],
])('late answer: one %s does not count (decision 053)', async (_, madeAt, at) => {
  expect(await arrive(at, madeAt)).toEqual(CLOSED);
  expect(await stored()).toEqual([]);
});

test('late answer: it counts also where the poll was archived, and that was undone', async () => {
  t.clock.freeze(CLOSED_AT + MINUTE);
  await hostPoll(t.services, A, { state: 'archived' });
  await hostPoll(t.services, A, { state: 'closed' });
  expect(await arrive(CLOSED_AT + 2 * MINUTE, OPENED)).toMatchObject({ status: 200 });
});

test('late answer: after a poll was opened again, what was made between its closings does not count (decision 053)', async () => {
  const again = CLOSED_AT + 5 * MINUTE;
  t.clock.freeze(again);
  await hostPoll(t.services, A, { state: 'open', closesInSeconds: 60 });

  const between = again - MINUTE;
  expect(await arrive(again + 2 * MINUTE, between)).toEqual(CLOSED);
  expect(await arrive(again + 2 * MINUTE, again + 30 * SECOND)).toMatchObject({ status: 200 });
});

test('late answer: with an age from before all clocks it does not count, although no one opened the poll by hand (decision 053)', async () => {
  await t.services.db.deleteFrom('polls').execute();
  await hostPoll(t.services, A, { state: 'closed' });
  t.clock.freeze(CLOSED_AT + MINUTE);

  expect(await answer({ ageMs: Number.MAX_SAFE_INTEGER })).toEqual(CLOSED);
  expect(await answer({ ageMs: CLOSED_AT + MINUTE + 1 })).toEqual(CLOSED);
  expect(await stored()).toEqual([]);
  await t.services.db.updateTable('accounts').set({ created_at: 0 }).execute();
  expect(await answer({ ageMs: CLOSED_AT + MINUTE })).toMatchObject({ status: 200 });
  expect(await stored()).toEqual([{ created_at: CLOSED_AT + MINUTE, made_at: 0 }]);
});

test('late answer: in time, the largest age is not stored (decision 053)', async () => {
  await hostPoll(t.services, A, { state: 'open' });
  expect(await answer({ ageMs: Number.MAX_SAFE_INTEGER })).toMatchObject({ status: 200 });
  expect(await stored()).toEqual([{ created_at: CLOSED_AT, made_at: null }]);
});

test.each(['draft', 'archived'] as const)(
  'late answer: a question that is %s takes none (decision 053)',
  async (state) => {
    await hostPoll(t.services, A, { state });
    expect(await arrive(CLOSED_AT + MINUTE, OPENED)).toEqual(refusal(404, 'There is no such question.'));
  },
);

test('late answer: in time, an age changes nothing, however large it is (decision 053)', async () => {
  expect(await arrive(CLOSED_AT + 1_900, 0)).toMatchObject({ status: 200 });
  expect(await stored()).toEqual([{ created_at: CLOSED_AT + 1_900, made_at: null }]);
});

test('late answer: its age is no part of it: a repeat has its reply again, and another answer is refused (decision 053)', async () => {
  const first = await arrive(CLOSED_AT + MINUTE, OPENED);
  expect(first).toMatchObject({ status: 200 });

  const changes = await changesDuring(t, async () => {
    expect(await answer({ ageMs: 1 })).toEqual(first);
    expect(await answer()).toEqual(first);
    const other = await answer({ ageMs: CLOSED_AT + MINUTE - OPENED, answers: ['no'] });
    expect(other).toEqual(refusal(409, 'You have already answered this question.'));
  });
  expect(changes).toEqual({});
});

test.each([-1, 0.5, '60000', null, 1e300])('late answer: an age of %j is refused (decision 053)', async (ageMs) => {
  const changes = await changesDuring(t, async () => {
    const errors = { ageMs: 'Must be a number of milliseconds, 0 or more' };
    expect(await answer({ ageMs })).toEqual(refusal(400, CHECK, errors));
  });
  expect(changes).toEqual({});
});

test('late answer: with the setting at 0 there are none, and a poll that was not open when it closed has none', () => {
  const late = (closes_at: number | null, lateMs: number) =>
    takesLateAnswer({ state: 'closed', closes_at, opened_at: null }, OPENED, CLOSED_AT + 2_001, lateMs);

  expect(late(CLOSED_AT, HOUR)).toBe(true);
  expect(late(CLOSED_AT, 0)).toBe(false);
  expect(late(null, HOUR)).toBe(false);
  const open = { state: 'open', closes_at: null, opened_at: null } as const;
  expect(takesLateAnswer(open, OPENED, CLOSED_AT, HOUR)).toBe(false);
});

test('late answer: it is counted with the others, and the staff sees how many there are (decision 053)', async () => {
  const { browser: host } = await signedInMember(t, 'host');
  t.clock.freeze(CLOSED_AT + 1_000);
  await answer({}, await t.register());
  await arrive(CLOSED_AT + MINUTE, OPENED);

  const { results } = await host.ask('getPollResults', { params: A });
  expect(results).toMatchObject({ total: { n: 2, counts: [2, 0] }, late: 1 });
  const csv = await (await host.request('exportPollResults', { params: A })).text();
  expect(csv).toContain('(of them arrived after the closing),,1,');
});

test('late answer: an account made after the closing cannot have answered before it (decision 056)', async () => {
  t.clock.freeze(CLOSED_AT + MINUTE);
  const newcomers = await Promise.all(Array.from({ length: 5 }, () => t.register()));

  for (const newcomer of newcomers) expect(await answer({ ageMs: 2 * MINUTE }, newcomer)).toEqual(CLOSED);
  expect(await stored()).toEqual([]);
});
