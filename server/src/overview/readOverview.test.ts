import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { signedInMember } from '@companion/testkit/staffBrowser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '../platform/time.ts';
import { readOverview } from './readOverview.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const read = () => readOverview(t.services.db, t.clock.now());

test('overview: counts who takes part, and what came in within the hour', async () => {
  const { id: agendaItem, starts_at } = await t.services.db
    .selectFrom('content')
    .select(['id', 'starts_at'])
    .where('starts_at', 'is not', null)
    .orderBy('starts_at')
    .executeTakeFirstOrThrow();
  t.clock.set(Number(starts_at) - HOUR / 2);
  const before = await read();
  const { access_token: token } = await t.register();
  const polls = [];
  for (const questionId of ['poll-a', 'poll-b']) {
    const params = { questionId };
    const body = { campaignId: 'polls', ...params, answers: ['yes'], comment: '' };
    await t.ask('answerQuestion', { token, params, body });
    polls.push({ question_id: questionId, state: 'open' as const, version: 1 });
  }
  // An answer whose result is hidden from the staff is not counted (decision 048).
  await t.services.db
    .insertInto('polls')
    .values(
      polls.map((poll, index) => ({
        ...poll,
        shown_to: index === 0 ? 'staff' : 'none',
        closes_at: null,
        stage_position: null,
      })),
    )
    .execute();

  expect(before.onNow.map(({ id }) => id)).not.toContain(agendaItem);
  expect(await read()).toEqual({
    ...before,
    ...{ registered: before.registered + 1, signedInToday: before.signedInToday + 1, answers: before.answers + 1 },
    messagesWaiting: expect.any(Number),
  });

  t.clock.advance(HOUR + 1);
  const later = await read();
  expect([later.answers, later.registered]).toEqual([before.answers, before.registered + 1]);
  expect(later.onNow.map(({ id }) => id)).toContain(agendaItem);
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

test('overview: every role may read it', async () => {
  for (const role of ['owner', 'editor', 'host'] as const) {
    const { browser } = await signedInMember(t, role);
    expect((await browser.ask('getOverview')).results.eventName).toBe('Test Summit');
  }
});
