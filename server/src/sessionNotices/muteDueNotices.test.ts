import { moveSession, scheduleSession } from '@companion/testkit/scheduleSession';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../platform/time.ts';
import { noticeBeginnings, noticeChanges, QUIET_MS } from './makeNotices.ts';
import { muteDueNotices } from './muteDueNotices.ts';
import { tellPeople } from './tellPeople.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

test('notices after a restore: what was due before it is told in the app only, what is due later is pushed, too', async () => {
  const { db } = t.services;
  const { access_token: token, profile } = await t.register();
  const contentIds = ['opening', 'closing'] as const;
  for (const contentId of contentIds)
    await t.ask('saveSession', { token, body: { campaignId: 'agenda', contentId, saved: true } });
  const session = await db.selectFrom('sessions').select('id').where('account_id', '=', profile.id).executeTakeFirst();
  const device = { id: 'd', account_id: profile.id, session_id: session?.id ?? '', created_at: 1 };
  const keys = { endpoint: 'https://push.example', p256dh: 'p', auth: 'a' };
  await db
    .insertInto('push_devices')
    .values({ ...device, ...keys })
    .execute();
  // Tomorrow at noon at the event: the server's own workers find nothing of it to do.
  const restoredAt = Math.ceil(t.services.now() / DAY) * DAY + 16 * HOUR;
  const at = (now: number) => ({ ...t.services, now: () => now });
  const later = { starts_at: restoredAt + DAY, ends_at: restoredAt + DAY + HOUR, hidden: 0 } as const;
  for (const id of contentIds) await scheduleSession(t, id, later);
  await scheduleSession(t, 'closing', { starts_at: restoredAt + 5 * MINUTE });
  await moveSession({ services: at(restoredAt - QUIET_MS) }, 'opening', { room: 'Hall C' });
  const open = {
    id: 'open',
    kind: 'moved' as const,
    content_id: 'closing',
    title: 'Moved',
    text: 'Now',
    created_at: 1,
  };
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('session_notices')
      .values({ ...open, ends_at: later.ends_at, done_at: null })
      .execute();
    await muteDueNotices(trx, restoredAt);
  });
  const tell = async (now: number) => {
    await noticeChanges(at(now));
    await noticeBeginnings(at(now));
    while (await tellPeople(at(now)));
  };
  const told = async () => (await db.selectFrom('told_notices').selectAll().execute()).length;
  const waiting = () => db.selectFrom('push_messages').select('source').where('done_at', 'is', null).execute();

  await tell(restoredAt);
  expect([await told(), await waiting()]).toEqual([3, []]);

  await moveSession({ services: at(restoredAt) }, 'opening', { room: 'Hall D' });
  await tell(restoredAt + QUIET_MS);
  expect(await told()).toBe(4);
  expect(await waiting()).toHaveLength(1);
});
