import type { ContentItem } from '@companion/contract/content';
import type { Profile } from '@companion/contract/session';
import { configureStore } from '@reduxjs/toolkit';
import { expect, test, vi } from 'vitest';
import { queuedApi } from '../queue/queuedEndpoints.ts';
import { sessionReducers } from '../session/sessionReducers.ts';
import { setCredentials } from '../session/sessionSlice.ts';
import { castVote } from './VoteButtons.tsx';

test('vote: a second tap is not sent after another account has signed in', async () => {
  const store = configureStore({
    reducer: {
      ...sessionReducers,
      [queuedApi.reducerPath]: queuedApi.reducer,
    },
    middleware: (defaults) => defaults().concat(queuedApi.middleware),
  });
  const signIn = (id: string) => store.dispatch(setCredentials({ credentials: credentialsOf(id), persist: false }));
  signIn('anna');
  const sent: unknown[] = [];
  let second: Promise<void> | undefined;
  // The API's addresses are relative.
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
    second ??= castVote(store.dispatch, item, 'down');
    signIn('bob');
    return Response.json({ message: 'Thank you' });
  });
  // The test needs only the address and the vote.
  const item = { campaignId: 'agenda', id: 'keynote', vote: null } as ContentItem;

  await castVote(store.dispatch, item, 'up');
  await second;

  expect(sent).toEqual([['Bearer anna', 'up']]);
});

const credentialsOf = (id: string) => ({
  // The test needs only the id.
  profile: { id } as Profile,
  access_token: id,
  refresh_token: id,
});
