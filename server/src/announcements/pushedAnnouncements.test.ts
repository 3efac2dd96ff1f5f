import { announce, announcementForm, endNow } from '@companion/testkit/announce';
import { type PushPeer, startPushPeer } from '@companion/testkit/pushPeer';
import { addMember } from '@companion/testkit/staffBrowser';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { untilEventHour } from '@companion/testkit/untilEventHour';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MINUTE } from '../platform/time.ts';
import { transact } from '../platform/transact.ts';
import { planAnnouncement } from './planAnnouncement.ts';

let t: TwoNodes;
let peer: PushPeer;
beforeEach(async () => {
  peer = await startPushPeer(() => t.first.clock.now());
  t = await startTwoNodes(peer.settings, { push: { ca: peer.ca } });
  untilEventHour(t, 10);
});
afterEach(async () => {
  await t.stop();
  await peer.stop();
  expect(peer.faults).toEqual([]);
});

/** An attendee of an organization type, with a browser that is pushed to. */
async function person(organizationType: string) {
  const { access_token: token } = await t.first.register({ organizationType });
  const subscription = peer.subscribe();
  await t.second.ask('savePushDevice', { token, body: subscription });
  return { token, ...subscription };
}

test('announcements: each is pushed once to the phones of its audience whose owners want it, by two nodes', async () => {
  const [mine, , silent] = [await person('WOSB'), await person('8(a)'), await person('WOSB')];
  const body = { changes: true, reminders: true, announcements: false };
  await t.first.ask('saveNoticeSettings', { token: silent.token, body });
  await announce(t.first, { title: 'Lunch', audience: 'organizationType', audienceValue: 'WOSB' });

  await expect.poll(() => peer.taken.length, { timeout: 15_000 }).toBe(1);

  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(peer.asked.map(({ endpoint, payload: { title, text } }) => [endpoint, title, text])).toEqual([
    [mine.endpoint, 'Lunch', 'Lunch is in the west hall.'],
  ]);
});

test('announcements: taken back within 30 seconds, none is pushed', async () => {
  await person('WOSB');
  const { id: staffId } = await addMember(t.first, 'editor');
  const form = await announcementForm(t.first);
  const id = await transact(t.first.services, (tx) => planAnnouncement(tx, form, staffId));
  await endNow(t.first, id);
  t.advance(MINUTE);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(peer.asked).toEqual([]);
});
