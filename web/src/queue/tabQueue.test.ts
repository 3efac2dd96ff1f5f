import { POLL_CLOSED } from '@companion/contract/answer';
import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionReducers } from '../session/sessionReducers.ts';
import { setCredentials } from '../session/sessionSlice.ts';

/* The age of an answer that the phone had to keep (decision 053). */

const THANKS = [200, { message: 'Thanks' }] as const;
const CLOSED = [409, { message: POLL_CLOSED, traceId: '1' }] as const;
const NOON = Date.UTC(2031, 5, 10, 16);

beforeEach(() => {
  vi.stubEnv('VITE_API_HOST', 'http://127.0.0.1:9');
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  // Other tests in this process import the same modules, which have read the server's address.
  vi.resetModules();
});

/** Sends an answer that was made a minute ago. Returns the ages that the requests had, and the result. */
async function send(isKept: boolean, ...replies: (readonly [status: number, body: object])[]) {
  const ages: unknown[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { ageMs, ...body } = await request.json();
    expect(body).toEqual(ARGUMENT);
    ages.push(ageMs);
    const [status, answer] = replies[ages.length - 1] ?? CLOSED;
    return Response.json(answer, { status });
  });
  await import('./queuedEndpoints.ts');
  const { performWrite } = await import('./tabQueue.ts');
  const store = configureStore({ reducer: sessionReducers });
  store.dispatch(setCredentials({ credentials: CREDENTIALS }));
  const { error } = await performWrite({ ...WRITE, madeAt: NOON - madeAgo }, store, isKept);
  return { ages, status: error?.status ?? 200 };
}
let madeAgo = 60_000;
beforeEach(() => {
  madeAgo = 60_000;
});

const ARGUMENT = { campaignId: 'polls', questionId: 'poll-a', answers: ['yes'], comment: '' };
const WRITE = {
  ...{ id: 1, accountId: 'anna', call: 'answerQuestion', argument: ARGUMENT, idempotencyKey: 'key' },
  ...{ replaces: 'answer', label: '', madeAt: NOON, state: 'waiting' as const },
};
const CREDENTIALS = {
  profile: {
    ...{ id: 'anna', firstName: 'Anna', lastName: 'Stone', email: 'anna@example.com', phone: '(202) 555-0143' },
    ...{ organizationName: 'Cedar LLC', organizationType: 'WOSB', smsEnabled: true },
    ...{ registrationComplete: true, preEventComplete: false, postEventComplete: false },
  },
  ...{ access_token: 'access', refresh_token: 'refresh' },
};

test('age: an answer that is sent at once has none; one that was kept has the time since it was made (decision 053)', async () => {
  expect(await send(false, THANKS)).toEqual({ ages: [undefined], status: 200 });
  expect(await send(true, THANKS)).toEqual({ ages: [60_000], status: 200 });
});

test('age: the clock of the phone was set back in between: the answer counts as just made (decision 053)', async () => {
  madeAgo = -86_400_000;
  expect(await send(true, THANKS)).toEqual({ ages: [0], status: 200 });
});

test('age: an answer that was under way until after the closing is sent once more, with its age (decision 053)', async () => {
  expect(await send(false, CLOSED, THANKS)).toEqual({ ages: [undefined, 60_000], status: 200 });
  expect(await send(false, CLOSED, CLOSED)).toEqual({ ages: [undefined, 60_000], status: 409 });
  madeAgo = 500;
  expect(await send(false, CLOSED)).toEqual({ ages: [undefined], status: 409 });
});
