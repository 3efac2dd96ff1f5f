import { startTestServer } from '@companion/testkit/testServer';
import { configureStore } from '@reduxjs/toolkit';
import { expect, onTestFinished, test, vi } from 'vitest';

test.each([
  ['shareMail', 'mail', 'friend@example.com', 'friend@example.com'],
  ['shareSms', 'sms', '(202) 555-0177', '+12025550177'],
] as const)('%s: sends one %s with a link to the item (§7)', async (name, kind, to, recipient) => {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  vi.stubEnv('VITE_API_HOST', server.url);
  vi.resetModules();
  // Other tests in this process import the same modules, which have read the server's address.
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  const [{ api }, { shareApi }, { sessionReducers }, { fromCredentials }] = await Promise.all([
    import('./api.ts'),
    import('./shareApi.ts'),
    import('../session/sessionReducers.ts'),
    import('../session/sessionSlice.ts'),
  ]);
  const store = configureStore({
    reducer: { ...sessionReducers, [api.reducerPath]: api.reducer },
    preloadedState: { session: fromCredentials(await server.registerProved()) },
    middleware: (defaults) => defaults({ serializableCheck: false, immutableCheck: false }).concat(api.middleware),
  });
  const { id, campaign_id } = await server.services.db
    .selectFrom('content')
    .select(['id', 'campaign_id'])
    .where('type', '=', 'Agenda')
    .executeTakeFirstOrThrow();
  const share = { campaignId: campaign_id, contentId: id, to };

  // The server's first answer is lost. Sent again with the same key, the call does its work once (decision 032).
  loseOneAnswer();
  expect(await store.dispatch(shareApi.endpoints[name].initiate(share))).toMatchObject({
    error: { status: 'FETCH_ERROR' },
  });
  const answer = await store.dispatch(shareApi.endpoints[name].initiate(share)).unwrap();
  expect(answer).toEqual({ message: 'Your message has been sent.' });

  const messages = (await server.outbox()).filter(({ to }) => to === recipient);
  expect(messages).toEqual([expect.objectContaining({ kind, to: recipient })]);
  expect(messages[0]?.text).toContain(`${server.url}/agenda/${campaign_id}/${id}`);
});

function loseOneAnswer(): void {
  const send = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...request) => {
    await send(...request);
    throw new TypeError('The answer was lost');
  });
}
