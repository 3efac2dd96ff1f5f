import { moveSession, scheduleSession } from '@companion/testkit/scheduleSession';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY, MINUTE, SECOND } from '../platform/time.ts';
import { nextNoticeAt, noticeBeginnings, noticeChanges, QUIET_MS, REMIND_MS } from './makeNotices.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
  const { access_token: token } = await t.register();
  await t.ask('saveSession', { token, body: { campaignId: 'agenda', contentId: 'opening', saved: true } });
});
afterAll(() => t.stop());
beforeEach(() => t.services.db.deleteFrom('session_notices').execute());

const notices = () =>
  t.services.db.selectFrom('session_notices').select(['text', 'ends_at']).orderBy('ends_at').execute();
/** What a worker does at a time. */
const lookAt = (now: number) => noticeBeginnings({ ...t.services, now: () => now });

// The first quarter of an hour after clocks were changed, in spring and in autumn, when the same time comes twice.
test.each([
  ['America/New_York', '2031-03-09T07:05:00Z', '3:05 AM ET'],
  ['America/New_York', '2031-11-02T06:05:00Z', '1:05 AM ET'],
  ['Europe/Berlin', '2031-03-30T01:05:00Z', '3:05 AM CEST'],
  ['Europe/Berlin', '2031-10-26T01:05:00Z', '2:05 AM CET'],
  ['Australia/Lord_Howe', '2031-10-04T15:35:00Z', '2:35 AM GMT+11'],
  ['Australia/Lord_Howe', '2031-04-05T15:05:00Z', '1:35 AM GMT+10:30'],
])('reminders: in %s that of a session at %s comes ten minutes before, and says %s', async (zone, time, clock) => {
  const start = Date.parse(time);
  await t.services.db.updateTable('events').set({ time_zone: zone }).execute();
  await scheduleSession(t, 'opening', { starts_at: start, ends_at: start + 60 * MINUTE, room: 'Hall A', hidden: 0 });

  await lookAt(start - REMIND_MS - SECOND);
  expect(await notices()).toEqual([]);
  await lookAt(start - REMIND_MS);
  await lookAt(start - REMIND_MS + SECOND);
  expect(await notices()).toEqual([{ text: `It begins at ${clock} in Hall A.`, ends_at: start }]);
});

test('reminders: one that is put off gets another, and none comes once a session has begun or was cancelled', async () => {
  const start = Date.parse('2031-06-10T14:00:00Z');
  await scheduleSession(t, 'opening', { starts_at: start, hidden: 0, room: null });
  await lookAt(start - MINUTE);
  await scheduleSession(t, 'opening', { starts_at: start + 30 * MINUTE });
  await lookAt(start);
  expect(await notices()).toHaveLength(1);
  await lookAt(start + 25 * MINUTE);
  expect((await notices()).map(({ ends_at }) => ends_at)).toEqual([start, start + 30 * MINUTE]);
  await scheduleSession(t, 'opening', { starts_at: start + 60 * MINUTE });
  await lookAt(start + 60 * MINUTE);
  await scheduleSession(t, 'opening', { starts_at: start + 90 * MINUTE, hidden: 1 });
  await lookAt(start + 85 * MINUTE);
  expect(await notices()).toHaveLength(2);
});

test('reminders: a session whose reminder has ended early, as the session has moved meanwhile, is not tried again', async () => {
  const start = Date.parse('2031-06-10T14:00:00Z');
  await scheduleSession(t, 'opening', { starts_at: start, hidden: 0, room: 'Hall A' });
  await lookAt(start - REMIND_MS);
  // What is told of another room ends it.
  await t.services.db
    .updateTable('session_notices')
    .set({ ends_at: start - 8 * MINUTE })
    .execute();
  const begun: string[] = [];
  const watched: KyselyPlugin = {
    transformQuery: ({ node }) => {
      begun.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await noticeBeginnings({ ...t.services, db: t.services.db.withPlugin(watched), now: () => start - 7 * MINUTE });
  expect(begun).toEqual(['SelectQueryNode']);
});

test('reminders: one stays when a change is told if it is as the session is now, whenever it was made', async () => {
  const start = Date.parse('2031-06-10T14:00:00Z');
  const server = (now: number) => ({ ...t.services, now: () => now });
  const shownAfterChange = async ({
    changedAt,
    seenAt = changedAt,
    to,
  }: {
    changedAt: number;
    /** The change is not committed before. */
    seenAt?: number;
    to: Parameters<typeof moveSession>[2];
  }) => {
    await t.services.db.deleteFrom('session_notices').execute();
    await scheduleSession(t, 'opening', { starts_at: start, ends_at: start + 60 * MINUTE, hidden: 0, room: 'Hall A' });
    if (seenAt > start - REMIND_MS) await lookAt(start - REMIND_MS);
    await moveSession({ services: server(changedAt) }, 'opening', to);
    await lookAt(start - REMIND_MS);
    await noticeChanges(server(changedAt + QUIET_MS));
    const { db } = t.services;
    const shown = db
      .selectFrom('session_notices')
      .select('kind')
      .where('ends_at', '>', changedAt + QUIET_MS);
    return (await shown.orderBy('kind').execute()).map(({ kind }) => kind);
  };
  const before = start - REMIND_MS - QUIET_MS + SECOND;
  expect(await shownAfterChange({ changedAt: before, to: { room: 'Hall B' } })).toEqual(['moved', 'reminder']);
  const after = start - REMIND_MS + SECOND;
  expect(await shownAfterChange({ changedAt: after, to: { room: 'Hall B' } })).toEqual(['moved']);
  expect(await shownAfterChange({ changedAt: before, seenAt: after, to: { room: 'Hall B' } })).toEqual(['moved']);
  const later = { ends_at: start + 90 * MINUTE };
  expect(await shownAfterChange({ changedAt: after, to: later })).toEqual(['moved', 'reminder']);
  const nextDay = { starts_at: start + DAY, ends_at: start + DAY + 60 * MINUTE };
  expect(await shownAfterChange({ changedAt: after, to: nextDay })).toEqual(['moved']);
  expect(await shownAfterChange({ changedAt: after, to: { hidden: 1 } })).toEqual(['cancelled']);
  expect(await shownAfterChange({ changedAt: after, to: { starts_at: null } })).toEqual(['moved']);
});

test('notices: the next is due ten minutes before a session, or five after a change; a session without a time has none', async () => {
  const start = Date.parse('2031-06-10T14:00:00Z');
  const next = (at: number) => nextNoticeAt(t.services, at);
  const { id } = await t.services.db
    .selectFrom('content')
    .select('id')
    .where('type', '=', 'Agenda')
    .where('id', '!=', 'opening')
    .executeTakeFirstOrThrow();
  for (const each of await t.services.db.selectFrom('content').select('id').where('type', '=', 'Agenda').execute())
    await scheduleSession(t, each.id, { starts_at: null, ends_at: null, room: null, hidden: 0 });
  expect(await next(start)).toBe(Number.POSITIVE_INFINITY);

  await scheduleSession(t, 'opening', { starts_at: start });
  await scheduleSession(t, id, { starts_at: start - 5 * MINUTE, hidden: 1 });
  expect(await next(start - 11 * MINUTE)).toBe(start - REMIND_MS);
  // It is made at that moment.
  expect(await next(start - REMIND_MS)).toBe(Number.POSITIVE_INFINITY);

  const changedAt = start - 20 * MINUTE;
  await moveSession({ services: { ...t.services, now: () => changedAt } }, id, { hidden: 0 });
  expect(await next(changedAt)).toBe(changedAt + QUIET_MS);
});
