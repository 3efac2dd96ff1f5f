import 'fake-indexeddb/auto';
import type { Announcement } from '@companion/contract/announcement';
import type { ContentItem } from '@companion/contract/content';
import type { Profile } from '@companion/contract/session';
import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announcementApi } from '../api/announcementApi.ts';
import { api } from '../api/api.ts';
import { readKeptAnnouncements } from '../api/keptAnnouncements.ts';
import { readApi } from '../api/readApi.ts';
import * as device from '../device/keptWritesAndReplies.ts';
import { sessionReducers } from '../session/sessionReducers.ts';
import { fromCredentials, signOut } from '../session/sessionSlice.ts';
import { followAnnouncements } from './followAnnouncements.ts';

const ACCOUNT = 'ada';
const announced = (id: string, isPersonal = false): Announcement => ({
  ...{ id, title: '', text: `About ${id}`, session: null, endsAt: '2099-01-01T00:00:00Z', isPersonal },
});
const LUNCH = announced('lunch');
const MINE = announced('mine', true);

const asked: string[] = [];
/** What the server has for the account; undefined while it fails. */
let own: Announcement[] | undefined;
beforeEach(async () => {
  // IndexedDB needs the other timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(Math, 'random').mockReturnValue(0.999);
  // Only a page has an address that the paths of the API are below.
  class PageRequest extends Request {
    constructor(path: string, init: RequestInit) {
      super(new URL(path, 'https://summit.example'), init);
    }
  }
  vi.stubGlobal('Request', PageRequest);
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(request.url);
    return own ? Response.json({ results: own }) : Response.json({ message: 'Not now' }, { status: 400 });
  });
  asked.length = 0;
  own = [LUNCH, MINE];
  await device.deleteExcept({});
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  // Other tests in this process have the same device.
  await device.deleteExcept({});
});

function start() {
  // Nothing reads more of the profile here.
  const profile = { id: ACCOUNT } as Profile;
  const session = fromCredentials({ profile, access_token: 'access', refresh_token: 'refresh' });
  const store = configureStore({
    reducer: { ...sessionReducers, [api.reducerPath]: api.reducer },
    preloadedState: { session },
    middleware: (defaults) => defaults({ serializableCheck: false, immutableCheck: false }).concat(api.middleware),
  });
  const select = announcementApi.endpoints.getAnnouncements.select();
  const shown = () => select(store.getState()).data?.map(({ id }) => id);
  const gone = new Map<string, ContentItem>();
  return { store, shown, gone, ...followAnnouncements(store, ACCOUNT, gone) };
}
const kept = async () => (await readKeptAnnouncements(ACCOUNT))?.announcements.map(({ id }) => id);

test('announcements: those for all show with the frame that brings them, and nothing is asked', async () => {
  const { follow, shown, stop } = start();
  await follow({ forAll: [LUNCH], personal: '' });
  expect(shown()).toEqual(['lunch']);
  await expect.poll(kept).toEqual(['lunch']);
  await follow({ forAll: [], personal: '' });
  expect(shown()).toEqual([]);
  await expect.poll(kept).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([]);
  stop();
});

test('announcements: a phone that never had one stores nothing', async () => {
  const { follow, stop } = start();
  await follow({ forAll: [], personal: '' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(await kept()).toBeUndefined();
  stop();
});

test('announcements: those for some are read after a start within 1.5 s, later within 10 s, once for several marks', async () => {
  const { follow, shown, stop } = start();
  await follow({ forAll: [LUNCH], personal: 'first' });
  expect([shown(), asked.length]).toEqual([['lunch'], 0]);
  await vi.advanceTimersByTimeAsync(1_500);
  await expect.poll(shown).toEqual(['lunch', 'mine']);
  expect(asked).toHaveLength(1);
  await expect.poll(kept).toEqual(['lunch', 'mine']);

  own = [LUNCH, announced('second', true)];
  await follow({ forAll: [LUNCH], personal: 'second' });
  await follow({ forAll: [LUNCH], personal: 'third' });
  await vi.advanceTimersByTimeAsync(9_900);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(100);
  await expect.poll(shown).toEqual(['lunch', 'second']);
  await follow({ forAll: [LUNCH], personal: 'third' });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked).toHaveLength(2);
  stop();
});

test('announcements: who has saved a session that has moved reads at once, also if another reading is planned', async () => {
  const { store, follow, shown, stop } = start();
  // Nothing reads more of the sessions here.
  const value = [
    { id: 'opening', saved: true },
    { id: 'other', saved: false },
  ] as ContentItem[];
  store.dispatch(readApi.util.upsertQueryEntries([{ endpointName: 'getContent', arg: undefined, value }]));
  store.dispatch(readApi.endpoints.getContent.initiate());
  await follow({ forAll: [], personal: '' });
  await follow({ forAll: [], personal: 'first', justTold: ['other'] });
  await vi.advanceTimersByTimeAsync(750);
  expect(asked).toEqual([]);
  await follow({ forAll: [], personal: 'second', justTold: ['opening', 'other'] });
  await vi.advanceTimersByTimeAsync(750);
  await expect.poll(shown).toEqual(['lunch', 'mine']);
  expect(asked).toHaveLength(1);
  await follow({ forAll: [], personal: 'second', justTold: ['opening', 'other'] });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked).toHaveLength(1);
  stop();
});

test('announcements: who has saved a session that is cancelled reads at once, although no list has it any more', async () => {
  const { follow, shown, gone, stop } = start();
  // Nothing reads more of the session here.
  gone.set('opening', { id: 'opening', saved: true } as ContentItem);
  await follow({ forAll: [], personal: '' });
  await follow({ forAll: [], personal: 'first', justTold: ['opening'] });
  await vi.advanceTimersByTimeAsync(750);
  await expect.poll(shown).toEqual(['lunch', 'mine']);
  stop();
});

test('announcements: a reading that failed is repeated until it succeeds', async () => {
  own = undefined;
  const { follow, shown, stop } = start();
  await follow({ forAll: [], personal: 'mark' });
  await vi.advanceTimersByTimeAsync(1_500);
  await expect.poll(() => asked.length).toBe(1);
  own = [MINE];
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(10_000);
      return shown();
    })
    .toEqual(['mine']);
  stop();
});

test('announcements: what the phone has shows at the next start, and is read again only for another mark', async () => {
  const before = start();
  await before.follow({ forAll: [LUNCH], personal: 'mark' });
  await vi.advanceTimersByTimeAsync(1_500);
  await expect.poll(kept).toEqual(['lunch', 'mine']);
  before.stop();

  const { follow, shown, stop } = start();
  await expect.poll(shown).toEqual(['lunch', 'mine']);
  await follow({ forAll: [announced('dinner')], personal: 'mark' });
  expect(shown()).toEqual(['dinner', 'mine']);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked).toHaveLength(1);
  await follow({ forAll: [announced('dinner')], personal: '' });
  expect(shown()).toEqual(['dinner']);
  stop();
});

test('announcements: after a sign-out, and once it has stopped, nothing is shown, read or kept', async () => {
  const { store, follow, shown, stop } = start();
  await follow({ forAll: [], personal: 'mark' });
  store.dispatch(signOut());
  await follow({ forAll: [LUNCH], personal: 'mark' });
  expect(shown()).toEqual([]);
  stop();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked).toEqual([]);
  expect(await kept()).toBeUndefined();
});
