import type { ContentItem } from '@companion/contract/content';
import type { Profile } from '@companion/contract/session';
import { configureStore } from '@reduxjs/toolkit';
import { expect, test, vi } from 'vitest';
import { contentApi } from '../api/contentApi.ts';
import { sessionReducers } from '../session/sessionReducers.ts';
import { setCredentials } from '../session/sessionSlice.ts';
import { castVote } from './castVote.ts';

test('vote: a second tap is not sent in the name of another account that signed in meanwhile', async () => {
  const store = configureStore({
    reducer: {
      ...sessionReducers,
      [contentApi.reducerPath]: contentApi.reducer,
    },
    middleware: (defaults) => defaults().concat(contentApi.middleware),
  });
  const signIn = (id: string) => store.dispatch(setCredentials({ credentials: credentialsOf(id), persist: false }));
  signIn('anna');
  const sent: unknown[] = [];
  // The addresses of the API have no host of their own.
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(path: string, init: RequestInit) {
        super(new URL(path, 'http://localhost'), init);
      }
    },
  );
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push([request.headers.get('authorization'), (await request.json()).vote]);
    signIn('bob');
    return Response.json({ message: 'Thank you' });
  });
  // Only the address and the vote matter here.
  const item = { campaignId: 'agenda', id: 'keynote', vote: null } as ContentItem;

  await Promise.all([castVote(store.dispatch, item, 'up'), castVote(store.dispatch, item, 'down')]);

  expect(sent).toEqual([['Bearer anna', 'up']]);
});

const credentialsOf = (id: string) => ({
  // Only the id matters here.
  profile: { id } as Profile,
  access_token: id,
  refresh_token: id,
});
