import { startTestServer } from '@companion/testkit/testServer';
import { configureStore } from '@reduxjs/toolkit';
import { expect, onTestFinished, test, vi } from 'vitest';

test('createAudienceQuestion, getAudienceQuestions, upvoteAudienceQuestion: a question from the hall is asked, listed and upvoted (decision 051)', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  vi.stubEnv('VITE_API_HOST', server.url);
  vi.resetModules();
  // Other tests in this process import the same modules, which have read the server's address.
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  const [{ api }, { readApi }, { queuedApi }, { sessionReducers }, { fromCredentials }] = await Promise.all([
    import('../api/api.ts'),
    import('../api/readApi.ts'),
    import('./queuedEndpoints.ts'),
    import('../session/sessionReducers.ts'),
    import('../session/sessionSlice.ts'),
  ]);
  const { dispatch } = configureStore({
    reducer: { ...sessionReducers, [api.reducerPath]: api.reducer },
    preloadedState: { session: fromCredentials(await server.register()) },
    middleware: (defaults) => defaults({ serializableCheck: false, immutableCheck: false }).concat(api.middleware),
  });
  const { getAudienceQuestions } = readApi.endpoints;
  const { createAudienceQuestion, upvoteAudienceQuestion } = queuedApi.endpoints;

  const { id: contentId } = await server.services.db
    .selectFrom('content')
    .select('id')
    .where('campaign_id', '=', 'agenda')
    .executeTakeFirstOrThrow();
  const { results } = await dispatch(createAudienceQuestion.initiate({ contentId, text: 'Why now?' })).unwrap();
  await dispatch(upvoteAudienceQuestion.initiate({ audienceQuestionId: results.id, upvoted: true })).unwrap();

  expect(await dispatch(getAudienceQuestions.initiate({ contentId })).unwrap()).toEqual([
    { ...results, text: 'Why now?', state: 'pending', upvotes: 1, upvoted: true, own: true },
  ]);
});
