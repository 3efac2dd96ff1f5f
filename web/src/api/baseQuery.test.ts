import { calls } from '@companion/contract/calls';
import type { Credentials } from '@companion/contract/session';
import { combineReducers, configureStore } from '@reduxjs/toolkit';
import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import { expect, test, vi } from 'vitest';
import { fromCredentials, sessionSlice, setCredentials } from '../session/sessionSlice.ts';
import { baseQuery } from './baseQuery.ts';

test('refresh: five calls of §7 are exempt', () => {
  const without = Object.entries(calls).flatMap(([name, { refreshOn401 }]) => (refreshOn401 ? [] : [name]));

  expect(without).toEqual(['login', 'smsLogin', 'autologin', 'sendResetPassword', 'resetPassword']);
});

test('refresh: a rejected request is retried for the same account', async () => {
  const { answer, sent } = await refuseOnceThenAdopt(credentialsOf('anna', 'anna-2'));

  expect(sent).toEqual(['Bearer anna-1', 'Bearer anna-2']);
  expect(answer).toMatchObject({ data: { message: 'Thank you' } });
});

test("refresh: a rejected request is not retried with another account's token", async () => {
  const { answer, sent } = await refuseOnceThenAdopt(credentialsOf('bob', 'bob-1'));

  expect(sent).toEqual(['Bearer anna-1']);
  expect(answer).toMatchObject({ error: { status: 401 } });
});

/** Sends Anna's feedback. While the server rejects her token, another tab stores these credentials. */
async function refuseOnceThenAdopt(credentials: Credentials) {
  const store = configureStore({
    reducer: combineReducers({ session: sessionSlice.reducer }),
    preloadedState: { session: fromCredentials(credentialsOf('anna', 'anna-1')) },
  });
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(request.headers.get('authorization'));
    if (sent.length > 1) return Response.json({ message: 'Thank you' });
    store.dispatch(setCredentials({ credentials, persist: false }));
    return Response.json({ message: 'Please sign in.', traceId: 'x' }, { status: 401 });
  });
  const api: BaseQueryApi = {
    signal: new AbortController().signal,
    abort: () => {},
    dispatch: store.dispatch,
    getState: store.getState,
    extra: undefined,
    endpoint: 'sendFeedback',
    type: 'mutation',
  };
  const url = 'http://localhost/api/public/feedback';
  const answer = await baseQuery({ url, method: 'POST', body: { message: "Anna's" } }, api, {});
  vi.unstubAllGlobals();
  return { answer, sent };
}

function credentialsOf(id: string, accessToken: string): Credentials {
  return {
    profile: {
      id,
      firstName: id,
      lastName: 'Stone',
      email: `${id}@example.com`,
      phone: '(202) 555-0143',
      organizationName: 'Cedar LLC',
      organizationType: 'WOSB',
      registrationComplete: true,
      preEventComplete: false,
      postEventComplete: false,
      smsEnabled: true,
    },
    access_token: accessToken,
    refresh_token: `${accessToken}-refresh`,
  };
}
