import type { Credentials } from '@companion/contract/session';
import { refusal } from '@companion/testkit/apiClient';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { showEveryone } from '@companion/testkit/showEveryone';
import { type StaffBrowser, signedInMember, stageScreen } from '@companion/testkit/staffBrowser';
import { showOnStage } from '@companion/testkit/testStage';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { countAudienceQuestions } from './stageBoard.ts';

let t: ServerTest;
let host: StaffBrowser;
let screen: StaffBrowser;
let people: Credentials[];
beforeAll(async () => {
  t = await startServerTest();
  await showEveryone(t);
  people = await Promise.all(Array.from({ length: 3 }, () => t.registerProved()));
});
afterAll(() => t.stop());
beforeEach(async () => {
  for (const table of ['audience_questions', 'stage', 'polls', 'audit_log'] as const)
    await t.services.db.deleteFrom(table).execute();
  const { browser, member } = await signedInMember(t, 'host');
  host = browser;
  screen = await stageScreen(t, member.id);
});

const stage = async () => (await screen.ask('getStage')).results;
const putOnStage = (contentId: string, isOnStage = true) =>
  host.ask('putAudienceQuestionsOnStage', { params: { contentId }, body: { isOnStage } });

/** Someone asks, a moderator gives it a state, and so many upvote it. */
async function put(text: string, state: 'pending' | 'shown' | 'pinned' | 'answered' | 'dismissed', upvotes = 0) {
  t.clock.advance(1);
  const [author, ...others] = people.map(({ access_token }) => access_token);
  const { id } = (await t.ask('createAudienceQuestion', { token: author ?? '', body: { contentId: 'opening', text } }))
    .results;
  await host.ask('moderateAudienceQuestions', { body: { audienceQuestions: [{ id, state }] } });
  for (const token of others.slice(0, upvotes)) {
    await t.ask('upvoteAudienceQuestion', { token, params: { audienceQuestionId: id }, body: { upvoted: true } });
  }
  return id;
}

test('putAudienceQuestionsOnStage: the stage shows the pinned question, the others by upvotes, and nothing that is hidden (decision 051)', async () => {
  await put('Waits', 'pending');
  await put('Dismissed', 'dismissed');
  await put('Answered', 'answered', 2);
  const one = await put('One upvote', 'shown', 1);
  const two = await put('Two upvotes', 'shown', 2);
  const pinned = await put('Pinned', 'pinned');
  expect((await stage()).board).toBeNull();
  const { results: sessions } = await putOnStage('opening');

  expect(sessions.filter(({ isOnStage }) => isOnStage).map(({ contentId }) => contentId)).toEqual(['opening']);
  expect(await stage()).toMatchObject({ poll: null, results: null, texts: [] });
  expect((await stage()).board).toEqual({
    ...{ contentId: 'opening', title: 'Opening', pinned: { id: pinned, text: 'Pinned', upvotes: 0 } },
    audienceQuestions: [
      { id: two, text: 'Two upvotes', upvotes: 2 },
      { id: one, text: 'One upvote', upvotes: 1 },
    ],
    counted: 'everyone',
  });
  // Taken off by what is not there changes nothing.
  await putOnStage('closing', false);
  expect((await stage()).board).not.toBeNull();
  await putOnStage('opening', false);
  expect((await stage()).board).toBeNull();
  const log = await t.services.db.selectFrom('audit_log').select(['entity', 'entity_id', 'fields']).execute();
  expect(log.filter(({ entity }) => entity === 'session')).toHaveLength(3);
  expect(log).toContainEqual({ entity: 'session', entity_id: 'opening', fields: '["isOnStage"]' });
});

test('live: the stage learns of an upvote of an answered question, which may decide whose upvotes it shows (decision 056)', async () => {
  const answered = await put('Answered', 'answered');
  await putOnStage('opening');
  const before = await countAudienceQuestions(t.services.db);
  const [, { access_token: token }] = people as [Credentials, Credentials];

  await t.ask('upvoteAudienceQuestion', { token, params: { audienceQuestionId: answered }, body: { upvoted: true } });

  expect((await countAudienceQuestions(t.services.db)).upvoteChanges).toBeGreaterThan(before.upvoteChanges);
});

test('putAudienceQuestionsOnStage: only sessions of the agenda', async () => {
  for (const contentId of ['ada', 'unknown']) {
    for (const isOnStage of [true, false]) {
      const given = { params: { contentId }, body: { isOnStage } };
      expect(await host.send('putAudienceQuestionsOnStage', given)).toEqual(refusal(404, 'There is no such session.'));
    }
  }
  expect(await t.services.db.selectFrom('audit_log').selectAll().execute()).toEqual([]);
});

test('putAudienceQuestionsOnStage: of a poll and the questions of two sessions that hosts stage at once, one is on stage (decision 051)', async () => {
  await t.services.db.updateTable('content').set({ speaker_ids: '["ada"]' }).where('id', '=', 'closing').execute();
  await Promise.all([
    ...['opening', 'closing', 'opening', 'closing'].map((contentId) => putOnStage(contentId)),
    showOnStage(t.services, 'none'),
  ]);
  const shown = async () => [(await stage()).poll, (await stage()).board].filter(Boolean);
  expect(await shown()).toHaveLength(1);
  await showOnStage(t.services, 'none');
  expect(await stage()).toMatchObject({ poll: { id: 'poll-a' }, board: null });
  await putOnStage('closing');
  expect(await stage()).toMatchObject({
    poll: null,
    board: { contentId: 'closing', pinned: null, audienceQuestions: [] },
  });
});

test('stage: a session without speakers is not asked about: its page has no form (decision 051)', async () => {
  await putOnStage('opening');
  await t.services.db.updateTable('content').set({ speaker_ids: '[]' }).where('id', '=', 'closing').execute();
  const reply = await host.send('putAudienceQuestionsOnStage', {
    ...{ params: { contentId: 'closing' }, body: { isOnStage: true } },
  });
  expect(reply).toMatchObject({ status: 409, body: { message: expect.stringContaining('has no speakers') } });
  const { results: sessions } = await putOnStage('opening');
  expect(sessions.map(({ contentId }) => contentId)).toEqual(['opening']);
});
