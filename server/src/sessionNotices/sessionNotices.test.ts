import { setTimeout as delay } from 'node:timers/promises';
import type { Credentials } from '@companion/contract/session';
import { followLive } from '@companion/testkit/followLive';
import { moveSession, scheduleSession } from '@companion/testkit/scheduleSession';
import { scaled } from '@companion/testkit/timeScale';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { announcementsOf } from '../announcements/currentAnnouncements.ts';
import { HOUR, MINUTE, SECOND } from '../platform/time.ts';

let t: TwoNodes;
/** A quarter past an hour, in two hours. */
let start: number;
beforeEach(async () => {
  t = await startTwoNodes();
  start = Math.floor(t.first.clock.now() / HOUR) * HOUR + 2 * HOUR + 15 * MINUTE;
  await scheduleSession(t.first, 'opening', { starts_at: start, ends_at: start + HOUR, room: 'Hall A', hidden: 0 });
});
afterEach(() => t.stop());

const save = async (token: string, saved = true) =>
  t.first.ask('saveSession', { token, body: { campaignId: 'agenda', contentId: 'opening', saved } });
/** What the account is shown by now: access tokens end within these tests. */
const shown = async ({ profile }: Credentials) => {
  const announcements = await announcementsOf(t.first.services.db, t.first.clock.now(), profile.id);
  return announcements.map(({ title, text }) => ({ title, text }));
};
const titles = async (person: Credentials) => (await shown(person)).map(({ title }) => title);
const told = () => t.first.services.db.selectFrom('told_notices').selectAll().execute();
/** Longer than both nodes need to find what there is to tell. */
const untilLooked = () => delay(2500);

test('session notices: one who saved a session is told once where it was and is, after five quiet minutes, on both nodes', async () => {
  const [mine, other, gone] = [await t.first.register(), await t.first.register(), await t.first.register()];
  await save(mine.access_token);
  await save(gone.access_token);
  await save(gone.access_token, false);
  const phone = await followLive(t.secondUrl, mine.access_token);
  const mark = () => phone.state.announcement?.personal;
  await expect.poll(mark).toBe('');
  await moveSession(t.first, 'opening', { room: 'Hall C' });
  t.advance(3 * MINUTE);
  await moveSession(t.first, 'opening', { starts_at: start + HOUR, ends_at: start + 2 * HOUR, room: 'Hall B' });
  t.advance(4 * MINUTE);
  await untilLooked();
  expect(await shown(mine)).toEqual([]);

  t.advance(MINUTE + SECOND);
  await expect.poll(() => titles(mine), { timeout: 10_000 }).toEqual(['Moved: Opening']);

  const [notice] = await shown(mine);
  expect(notice?.text).toMatch(
    /^Now \w{3}, \w{3} \d+, \d+:15 [AP]M - \d+:15 [AP]M ET, Hall B\. Before: \w{3}, \w{3} \d+, \d+:15 [AP]M - .* ET, Hall A\.$/,
  );
  await expect.poll(mark).not.toBe('');
  await untilLooked();
  expect(await told()).toEqual([expect.objectContaining({ account_id: mine.profile.id })]);
  expect([await shown(other), await shown(gone)]).toEqual([[], []]);
  phone.leave();
});

test('session notices: what goes back within five minutes is never told, and what is over concerns no one', async () => {
  const me = await t.first.register();
  await save(me.access_token);
  await moveSession(t.first, 'opening', { hidden: 1 });
  t.advance(4 * MINUTE);
  await moveSession(t.first, 'opening', { hidden: 0 });
  t.advance(6 * MINUTE);
  await untilLooked();
  const past = t.first.clock.now() - 2 * HOUR;
  await scheduleSession(t.first, 'opening', { starts_at: past, ends_at: past + HOUR, room: 'Hall A' });
  await moveSession(t.first, 'opening', { room: 'Hall B' });
  t.advance(6 * MINUTE);
  await untilLooked();
  expect(await told()).toEqual([]);
});

test('session notices: a session that is cancelled is told, and that it takes place after all, too', async () => {
  const me = await t.first.register();
  await save(me.access_token);
  await moveSession(t.first, 'opening', { hidden: 1 });
  t.advance(5 * MINUTE + SECOND);
  await expect.poll(() => titles(me), { timeout: 10_000 }).toEqual(['Cancelled: Opening']);
  await moveSession(t.first, 'opening', { hidden: 0 });
  t.advance(5 * MINUTE + SECOND);
  // What was told before is not true any more.
  await expect.poll(() => titles(me), { timeout: 10_000 }).toEqual(['Not cancelled: Opening']);
  expect(await told()).toHaveLength(2);
});

test('session notices: one who wants no reminders gets none, and is told of changes', async () => {
  const [mine, silent] = [await t.first.register(), await t.first.register()];
  for (const { access_token } of [mine, silent]) await save(access_token);
  const body = { changes: true, reminders: false, announcements: true };
  await t.first.ask('saveNoticeSettings', { token: silent.access_token, body });
  await moveSession(t.first, 'opening', { starts_at: t.first.clock.now() + 14 * MINUTE, ends_at: null });
  t.advance(4 * MINUTE + SECOND);
  await expect.poll(() => titles(mine), { timeout: 10_000 }).toEqual(['Soon: Opening']);
  expect(await titles(silent)).toEqual([]);
  t.advance(MINUTE);
  await expect.poll(() => titles(silent), { timeout: 10_000 }).toEqual(['Moved: Opening']);
  // The reminder has the new time.
  await expect.poll(() => titles(mine), { timeout: 10_000 }).toEqual(['Moved: Opening', 'Soon: Opening']);
});

test('session notices: an open phone learns within a second which session has moved, and no phone who saved it', async () => {
  const [mine, other] = [await t.first.register(), await t.first.register()];
  await save(mine.access_token);
  const phones = [await followLive(t.first.url, mine.access_token), await followLive(t.secondUrl, other.access_token)];
  await moveSession(t.first, 'opening', { room: 'Hall B' });
  await untilLooked();
  const begun = performance.now();
  t.advance(5 * MINUTE + SECOND);
  for (const { state } of phones) {
    await expect.poll(() => state.announcement?.justTold, { interval: 10, timeout: 10_000 }).toEqual(['opening']);
  }
  expect(performance.now() - begun).toBeLessThan(scaled(1000));
  for (const phone of phones) {
    expect(phone.text).not.toContain('Hall B. Before');
    phone.leave();
  }
});

test('session notices: a reminder comes ten minutes before, by the schedule of that moment, and not to who saves it then', async () => {
  const [early, late] = [await t.first.register(), await t.first.register()];
  await save(early.access_token);
  await moveSession(t.first, 'opening', { starts_at: t.first.clock.now() + 14 * MINUTE, ends_at: null });
  t.advance(3 * MINUTE);
  await untilLooked();
  expect(await told()).toEqual([]);
  t.advance(90 * SECOND);
  await expect.poll(() => titles(early), { timeout: 10_000 }).toEqual(['Soon: Opening']);
  expect((await shown(early))[0]?.text).toMatch(/^It begins at \d+:\d\d [AP]M ET in Hall A\.$/);

  await save(late.access_token);
  await untilLooked();
  expect(await shown(late)).toEqual([]);
  // It ends with the beginning of the session.
  t.advance(10 * MINUTE);
  expect(await titles(early)).not.toContain('Soon: Opening');
});
