import { type AttendeeTest, startAttendeeTest } from '@companion/testkit/attendeeTest';
import { moveSession, scheduleSession } from '@companion/testkit/scheduleSession';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../platform/time.ts';

let t: AttendeeTest;
beforeAll(async () => {
  t = await startAttendeeTest();
});
afterAll(() => t.stop());

const save = (token: string, contentId: string) =>
  t.ask('saveSession', { token, body: { campaignId: 'agenda', contentId, saved: true } });

/** Moves a session, and waits until those who saved it are told. */
async function move(contentId: string, toldBefore: number): Promise<void> {
  const starts_at = t.clock.now() + 5 * HOUR;
  await scheduleSession(t, contentId, { starts_at, ends_at: starts_at + HOUR, room: 'Hall A', hidden: 0 });
  await moveSession(t, contentId, { room: 'Hall B' });
  t.clock.advance(5 * MINUTE + SECOND);
  const told = () => t.services.db.selectFrom('told_notices').select('notice_id').execute();
  await expect.poll(async () => (await told()).length).toBe(toldBefore + 1);
}

test('confirmRegistration: an owner who did not register is told of no session that the stranger saved, and of all that they save', async () => {
  const { access_token: strangers, profile } = await t.register();
  await save(strangers, 'opening');
  const silent = { changes: true, reminders: false, announcements: false };
  await t.ask('saveNoticeSettings', { token: strangers, body: silent });
  await move('opening', 0);
  t.clock.advance(MINUTE);
  const { code } = await t.requestSignIn(profile.phone);
  const { access_token: token } = await t.ask('smsLogin', { body: { phone: profile.phone, code } });
  t.clock.advance(10 * SECOND);

  await t.ask('confirmRegistration', { token, params: { id: profile.id }, body: { mine: false } });

  await save(token, 'closing');
  await move('closing', 0);

  const { results } = await t.ask('getAnnouncements', { token });
  expect(results.map(({ title }) => title)).toEqual(['Moved: Closing']);
  expect((await t.ask('getNoticeSettings', { token })).results).toMatchObject({ reminders: true, announcements: true });
});
