import 'fake-indexeddb/auto';
import type { Credentials } from '@companion/contract/session';
import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as device from '../device/keptWritesAndReplies.ts';
import type { PendingWrite } from '../device/pendingWrite.ts';
import { setOnline } from '../session/networkSlice.ts';
import { sessionReducers } from '../session/sessionReducers.ts';
import { setCredentials, signOut } from '../session/sessionSlice.ts';
import type { WriteResult } from './queuedCall.ts';
import { createQueueRunner, type QueueSurroundings } from './queueRunner.ts';

// Also afterwards: other tests in this process have the same device.
const clear = () => device.deleteExcept({});
beforeEach(clear);
afterEach(clear);

const WRITE: PendingWrite = {
  ...{ accountId: 'anna', call: 'createComment', argument: { comment: 'Mine' }, idempotencyKey: 'key' },
  ...{ replaces: 'comment', label: '', madeAt: 1, state: 'waiting' },
};
const REFUSED: WriteResult = { error: { status: 400, data: { message: 'No.' } } };
const STORED: WriteResult = { data: {} };

test.each([
  ['no one', REFUSED],
  ['bob', REFUSED],
  ['no one', STORED],
  ['bob', STORED],
] as const)('queue: an answer after a sign-out stores and shows nothing to %s: %j', async (next, answer) => {
  const { queue, store, notices, requests } = openTab();
  await device.addWrite(WRITE);
  const sent = queue.sendAll();
  await expect.poll(() => requests.length).toBe(1);
  store.dispatch(signOut());
  await device.deleteExcept({});
  if (next === 'bob') store.dispatch(setCredentials({ credentials: credentialsOf('bob') }));
  requests[0]?.resolve(answer);
  await sent;
  expect(await device.readWrites('anna')).toEqual([]);
  expect(notices).toEqual([]);
});

test('queue: an answer after the end of the session leaves the write for the next sign-in', async () => {
  const { queue, store, notices, requests } = openTab();
  await device.addWrite(WRITE);
  const sent = queue.sendAll();
  await expect.poll(() => requests.length).toBe(1);
  store.dispatch(signOut({ hasEnded: true }));
  requests[0]?.resolve(REFUSED);
  await sent;
  expect(await device.readWrites('anna')).toMatchObject([{ state: 'waiting' }]);
  expect(notices).toEqual([]);
});

test('queue: it reports the refusal of the signed-in account, whose write stays', async () => {
  const { queue, notices, requests } = openTab();
  await device.addWrite(WRITE);
  const sent = queue.sendAll();
  await expect.poll(() => requests.length).toBe(1);
  requests[0]?.resolve(REFUSED);
  await sent;
  expect(await device.readWrites('anna')).toMatchObject([{ state: 'rejected', reason: 'No.' }]);
  expect(notices).toEqual(['rejected']);
});

test('queue: a refused write is sent once, and shown as refused, on a phone that has no room to store that', async () => {
  const { queue, store, notices, requests } = openTab({ ...device, replaceWrite: async () => false });
  await device.addWrite(WRITE);
  const sent = queue.sendAll();
  await expect.poll(() => requests.length).toBe(1);
  requests[0]?.resolve(REFUSED);
  await Promise.race([sent, expect.poll(() => requests.length).toBe(2)]);
  await queue.sendAll();
  expect(requests).toHaveLength(1);
  expect(store.getState().writes).toMatchObject([{ state: 'rejected', reason: 'No.' }]);
  expect(notices).toEqual(['rejected']);

  const [write] = store.getState().writes;
  if (write) void queue.sendAgain(write);
  await expect.poll(() => requests.length).toBe(2);
});

test.each([
  ['a sign-out', [signOut()], []],
  ['the end of the session', [signOut({ hasEnded: true })], ['key']],
  ['a sign-in of another account', [signOut(), setCredentials({ credentials: credentialsOf('bob') })], []],
] as const)('queue: a write that reaches it after %s is neither stored nor sent', async (_, actions, journaled) => {
  const { queue, store, journal, requests } = openTab();
  journal.set(WRITE.idempotencyKey, WRITE);
  for (const action of actions) store.dispatch(action);
  expect(await queue.deliver(WRITE)).toMatchObject({ error: { status: 401 } });
  expect(await device.readWrites('anna')).toEqual([]);
  expect([...journal.keys()]).toEqual(journaled);
  expect(requests).toEqual([]);
});

test('queue: a write that is sent at once was not kept; one that is sent again, or was left on the phone, was (decision 053)', async () => {
  const { queue, requests, kept } = openTab();
  const delivered = queue.deliver(WRITE);
  await expect.poll(() => requests.length).toBe(1);
  requests[0]?.resolve({ error: { status: 'FETCH_ERROR', error: 'no network' } });
  expect(await delivered).toMatchObject({ data: { isWaiting: true } });
  const sent = queue.sendAll();
  await expect.poll(() => requests.length).toBe(2);
  requests[1]?.resolve(STORED);
  await sent;

  const next = openTab();
  await device.addWrite(WRITE);
  void next.queue.sendAll();
  await expect.poll(() => next.requests.length).toBe(1);
  expect([kept, next.kept]).toEqual([[false, true], [true]]);
});

test('queue: what another tab has sent is shown in this one too', async () => {
  const { queue, shown } = openTab();
  await device.addWrite(WRITE);
  await queue.open();
  await device.deleteExcept({});
  await queue.receive({ type: 'settled', key: WRITE.idempotencyKey, result: STORED });
  expect(shown).toEqual(['key']);
});

/** A tab in which Anna is signed in; the test answers its requests. */
function openTab(ofTab: QueueSurroundings['device'] = device) {
  const store = configureStore({ reducer: sessionReducers });
  store.dispatch(setCredentials({ credentials: credentialsOf('anna') }));
  // Node does not know whether it is online.
  store.dispatch(setOnline(true));
  const journal = new Map<string, PendingWrite>();
  const notices: string[] = [];
  /** The keys of the stored writes. */
  const shown: string[] = [];
  const requests: PromiseWithResolvers<WriteResult>[] = [];
  /** For each request, whether the write had been kept before. */
  const kept: boolean[] = [];
  const queue = createQueueRunner({
    store,
    device: ofTab,
    journal: {
      read: (accountId) => [...journal.values()].filter((write) => write.accountId === accountId),
      drop: (key) => void journal.delete(key),
    },
    lock: (work) => work(),
    perform: (_, isKept) => {
      kept.push(isKept);
      const request = Promise.withResolvers<WriteResult>();
      requests.push(request);
      return request.promise;
    },
    onStored: ({ idempotencyKey }) => void shown.push(idempotencyKey),
    postToTabs: () => {},
    notify: (what) => void notices.push(what),
    schedule: () => () => {},
  });
  return { queue, store, journal, notices, shown, requests, kept };
}

function credentialsOf(id: string): Credentials {
  const profile = {
    ...{ id, firstName: id, lastName: 'Stone', email: `${id}@example.com`, phone: '(202) 555-0143' },
    ...{ organizationName: 'Cedar LLC', organizationType: 'WOSB', smsEnabled: true },
    ...{ registrationComplete: true, preEventComplete: false, postEventComplete: false },
  };
  return { profile, access_token: `access ${id}`, refresh_token: `refresh ${id}` };
}
