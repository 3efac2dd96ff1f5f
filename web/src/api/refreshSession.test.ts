// The tests after these in this process have the same device, which a first attempt without a database marks as broken.
import 'fake-indexeddb/auto';
import http from 'node:http';
import { type BadNetwork, startBadNetwork } from '@companion/testkit/badNetwork';
import { listenLocally } from '@companion/testkit/listenLocally';
import type { NetworkFault } from '@companion/testkit/networkConditions';
import { combineReducers, configureStore } from '@reduxjs/toolkit';
import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sessionReducers } from '../session/sessionReducers.ts';
import { setCredentials } from '../session/sessionSlice.ts';
import { baseQuery } from './baseQuery.ts';

const profile = {
  ...{ id: 'anna', firstName: 'Anna', lastName: 'Stone', email: 'anna@example.com', phone: '(202) 555-0143' },
  ...{ organizationName: 'Cedar LLC', organizationType: 'WOSB', smsEnabled: true },
  ...{ registrationComplete: true, preEventComplete: false, postEventComplete: false },
};
const credentials = (version: number) => ({
  profile,
  access_token: `access-${version}`,
  refresh_token: `refresh-${version}`,
});

/** What a refresh is answered with. */
let renewed: unknown = credentials(2);
/** What happens in the meantime. */
let meanwhile = () => {};

/** Rejects the first access token, and renews it. */
const server = http.createServer((request, response) => {
  request.resume().on('end', () => {
    const isRefresh = request.url?.endsWith('/refresh');
    if (isRefresh) meanwhile();
    const isRejected = !isRefresh && request.headers.authorization !== 'Bearer access-2';
    const answer = isRefresh ? renewed : isRejected ? { message: 'Please sign in.' } : { results: [] };
    response.writeHead(isRejected ? 401 : 200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
  });
});
let target: string;
let network: BadNetwork;

beforeAll(async () => {
  target = `http://127.0.0.1:${await listenLocally(server)}`;
});
beforeEach(async () => {
  network = await startBadNetwork(target);
  // The API's addresses are relative.
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(path: string | Request, init?: RequestInit) {
        super(typeof path === 'string' ? new URL(path, network.url) : path, init);
      }
    },
  );
});
afterEach(async () => {
  vi.useRealTimers();
  renewed = credentials(2);
  meanwhile = () => {};
  await network.stop();
});
afterAll(() => {
  server.close().closeAllConnections();
});

/** Signs in with the first access token. */
function signIn() {
  const store = configureStore({ reducer: combineReducers(sessionReducers) });
  store.dispatch(setCredentials({ credentials: credentials(1), persist: false }));
  const api: BaseQueryApi = {
    ...{ signal: new AbortController().signal, abort: () => {}, extra: undefined },
    ...{ dispatch: store.dispatch, getState: store.getState, endpoint: 'getContent', type: 'query' },
  };
  return { store, call: async () => baseQuery({ url: '/api/public/content', auth: 'account' }, api, {}) };
}

test('refresh: all calls of a tab share one, also if it fails', async () => {
  const { call } = signIn();
  const refreshes = () => network.requests.filter(({ path }) => path.endsWith('/refresh')).length;
  // Each call has its 401 before the refresh is answered, also on a busy machine.
  network.use({ faults: { portal: 1 }, only: ({ path }) => path.endsWith('/refresh'), latencyMs: 300 });
  const failed = await Promise.all([call(), call(), call()]);
  expect(failed.map(({ error }) => error?.status)).toEqual(Array(3).fill('PARSING_ERROR'));
  expect(refreshes()).toBe(1);
  network.use({});
  await Promise.all([call(), call()]);
  expect(refreshes()).toBe(2);
});

const FAULTS: NetworkFault[] = [
  ...(['drop', 'loseAnswer', 'cut', 'hang', 'stall', 'unavailable', 'portal', 'redirect', 'empty'] as const),
];
for (const fault of FAULTS) {
  test(`refresh: a network that meets it with "${fault}" signs no one out (decision 031)`, async () => {
    const { store, call } = signIn();
    network.use({ faults: { [fault]: 1 }, only: ({ path }) => path.endsWith('/refresh') });
    if (fault === 'stall' || fault === 'hang') vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const failing = call();
    while (!network.requests.some((request) => request.fault)) await new Promise(setImmediate);
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(20_000);
    expect((await failing).error?.status).toMatch(/FETCH_ERROR|TIMEOUT_ERROR|PARSING_ERROR/);
    expect(store.getState().session).toMatchObject({ accessToken: 'access-1', refreshToken: 'refresh-1', profile });

    vi.useRealTimers();
    network.use({});
    expect((await call()).data).toEqual({ results: [] });
    expect(store.getState().session).toMatchObject({ accessToken: 'access-2' });
  });
}

test.each([null, {}, [], '', 0, { access_token: 'access-2' }, { results: credentials(2) }])(
  'refresh: a success that is JSON without credentials signs out at once: %j (§7)',
  async (answer) => {
    renewed = answer;
    const { store, call } = signIn();
    expect((await call()).error?.status).toBe(401);
    expect(store.getState().session).toEqual({ hasEnded: true });
    await call();
    expect(network.requests.filter(({ path }) => path.endsWith('/refresh'))).toHaveLength(1);
  },
);

const bob = { ...credentials(3), profile: { ...profile, id: 'bob' } };
test.each([
  ['signed in as somebody else', () => localStorage.setItem('_token', JSON.stringify(bob)), 'bob'],
  ['signed out', () => localStorage.removeItem('_token'), undefined],
] as const)(
  'refresh: its answer does not bring back an account after another tab has %s, of which this one has not heard',
  async (_, act, shownId) => {
    const stored = new Map([['_token', JSON.stringify(credentials(1))]]);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
      removeItem: (key: string) => void stored.delete(key),
    });
    meanwhile = act;
    const { store, call } = signIn();
    expect((await call()).error?.status).toBe(401);
    expect(store.getState().session.profile?.id).toBe(shownId);
    expect(network.requests.filter(({ path }) => path.endsWith('/content'))).toHaveLength(1);
    vi.stubGlobal('localStorage', undefined);
  },
);
