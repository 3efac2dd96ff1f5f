import type { AudienceQuestionState } from '@companion/contract/audienceQuestion';
import type { Credentials } from '@companion/contract/session';
import { refusal } from '@companion/testkit/apiClient';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { showEveryone } from '@companion/testkit/showEveryone';
import { type StaffBrowser, signedInMember } from '@companion/testkit/staffBrowser';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const NO_ASK = refusal(404, 'There is no such question.');

let t: ServerTest;
let host: StaffBrowser;
let [ada, ben]: Credentials[] = [];
beforeAll(async () => {
  t = await startServerTest();
  await showEveryone(t);
});
afterAll(() => t.stop());
beforeEach(async () => {
  for (const table of ['audience_questions', 'audit_log'] as const) await t.services.db.deleteFrom(table).execute();
  host = (await signedInMember(t, 'host')).browser;
  [ada, ben] = await Promise.all([t.registerProved(), t.registerProved()]);
});

const tokenOf = (who: Credentials | undefined) => who?.access_token ?? '';
async function put(text: string, who = ada, contentId = 'opening'): Promise<string> {
  // The queue is in the order of time.
  t.clock.advance(1);
  return (await t.ask('createAudienceQuestion', { token: tokenOf(who), body: { contentId, text } })).results.id;
}
const seenBy = async (who: Credentials | undefined, contentId = 'opening') =>
  (await t.ask('getAudienceQuestions', { token: tokenOf(who), params: { contentId } })).results;
const textsFor = async (who: Credentials | undefined) => (await seenBy(who)).map(({ text }) => text);
const moderate = (...audienceQuestions: [id: string, state: AudienceQuestionState][]) =>
  host.ask('moderateAudienceQuestions', {
    body: { audienceQuestions: audienceQuestions.map(([id, state]) => ({ id, state })) },
  });
const upvote = (audienceQuestionId: string, who: Credentials | undefined, upvoted = true) =>
  t.send('upvoteAudienceQuestion', { token: tokenOf(who), params: { audienceQuestionId }, body: { upvoted } });

test('createAudienceQuestion: only its author sees a question until it is shown, and again after it is dismissed (decision 051)', async () => {
  const id = await put(' <img onerror> \u202e ');
  const own = { id, contentId: 'opening', text: '<img onerror> \u202e', upvotes: 0, upvoted: false, own: true };
  expect(await seenBy(ada)).toEqual([{ ...own, state: 'pending' }]);
  expect(await seenBy(ben)).toEqual([]);
  expect(await upvote(id, ben)).toEqual(NO_ASK);

  await moderate([id, 'shown']);
  expect(await seenBy(ben)).toEqual([{ ...own, own: false, state: 'shown' }]);
  await moderate([id, 'dismissed']);
  expect(await seenBy(ben)).toEqual([]);
  expect(await seenBy(ada)).toEqual([{ ...own, state: 'dismissed' }]);
});

test('getOwnAudienceQuestions: those of this account alone, also of removed sessions, the newest first (decision 035)', async () => {
  const ownOf = async (who: Credentials | undefined) =>
    (await t.ask('getOwnAudienceQuestions', { token: tokenOf(who) })).results;
  const first = await put('First');
  t.clock.advance(1);
  const second = await put('Second', ada, 'closing');
  await put('Of another', ben);
  await moderate([first, 'shown']);
  expect((await upvote(first, ben)).status).toBe(200);
  expect((await upvote(first, ada)).status).toBe(200);

  expect(await ownOf(ada)).toEqual([
    { own: true, id: second, contentId: 'closing', text: 'Second', state: 'pending', upvotes: 0, upvoted: false },
    { own: true, id: first, contentId: 'opening', text: 'First', state: 'shown', upvotes: 2, upvoted: true },
  ]);
  expect((await ownOf(ben)).map(({ text }) => text)).toEqual(['Of another']);

  await t.services.db.updateTable('content').set({ hidden: 1 }).where('id', '=', 'closing').execute();
  try {
    expect((await ownOf(ada)).map(({ text }) => text)).toEqual(['Second', 'First']);
  } finally {
    await t.services.db.updateTable('content').set({ hidden: 0 }).where('id', '=', 'closing').execute();
  }
});

test('createAudienceQuestion: only about sessions of the agenda, and 20 an hour (decision 051)', async () => {
  const send = (contentId: string) =>
    t
      .send('createAudienceQuestion', { token: tokenOf(ada), body: { contentId, text: 'Why?' } })
      .then(({ status }) => status);

  expect(await Promise.all(['ada', 'acme', 'unknown'].map(send))).toEqual([404, 404, 404]);
  for (let sent = 0; sent < 20; sent++) expect(await send('closing')).toBe(201);
  expect(await send('closing')).toBe(429);
  expect(await seenBy(ada, 'closing')).toHaveLength(20);
});

test('upvoteAudienceQuestion: counts once for each account, however often and at once it is sent (decision 051)', async () => {
  const id = await put('Why?');
  await moderate([id, 'shown']);

  await Promise.all(Array.from({ length: 20 }, () => upvote(id, ben)));
  expect(await upvote(id, ada)).toMatchObject({ status: 200, body: { results: { upvotes: 2, upvoted: true } } });
  expect(await upvote(id, ben, false)).toMatchObject({ body: { results: { upvotes: 1, upvoted: false } } });
  expect(await upvote(id, ben, false)).toMatchObject({ body: { results: { upvotes: 1 } } });
});

test('getAudienceQuestions: the pinned one first, then by upvotes, then what was answered (decision 051)', async () => {
  const ids = [await put('answered'), await put('one upvote'), await put('two upvotes'), await put('pinned')];
  const [first = '', second = '', third = '', fourth = ''] = ids;
  await moderate([first, 'answered'], [second, 'shown'], [third, 'shown'], [fourth, 'pinned']);
  for (const [id, people] of [[second, [ada]] as const, [third, [ada, ben]] as const, [first, [ada, ben]] as const]) {
    for (const who of people) await upvote(id, who);
  }

  expect(await textsFor(ben)).toEqual(['pinned', 'two upvotes', 'one upvote', 'answered']);
});

test('getAudienceQuestionQueue, moderateAudienceQuestions: filtered by session and state, in bulk, all or none, and audited (decision 051)', async () => {
  const [first, , third] = [await put('First'), await put('Second', ben), await put('Third', ben, 'closing')];
  const queue = async (query: Record<string, string>) => {
    const { audienceQuestions, total } = (await host.ask('getAudienceQuestionQueue', { query })).results;
    return [audienceQuestions.map(({ text }) => text), total];
  };
  expect(await queue({})).toEqual([['First', 'Second', 'Third'], 3]);
  expect(await queue({ contentId: 'opening', page: '2' })).toEqual([[], 2]);
  expect(await queue({ search: ' IR' })).toEqual([['First', 'Third'], 2]);
  expect(await queue({ search: '%' })).toEqual([[], 0]);
  const none = await host.send('moderateAudienceQuestions', {
    body: {
      audienceQuestions: [
        { id: first, state: 'shown' },
        { id: 'unknown', state: 'shown' },
      ],
    },
  });
  expect(none).toEqual(NO_ASK);
  expect(await queue({ state: 'pending' })).toEqual([['First', 'Second', 'Third'], 3]);

  const { results } = await moderate([first, 'shown'], [third, 'dismissed']);
  expect(results).toMatchObject([
    { id: first, title: 'Opening', state: 'shown' },
    { id: third, title: 'Closing', state: 'dismissed' },
  ]);
  expect(await queue({ state: 'pending' })).toEqual([['Second'], 1]);
  await moderate([first, 'pending'], [third, 'pending']);
  expect(await queue({ state: 'pending' })).toEqual([['First', 'Second', 'Third'], 3]);
  const log = await t.services.db.selectFrom('audit_log').select(['action', 'entity', 'entity_id']).execute();
  expect(log).toHaveLength(4);
  expect(log).toContainEqual({ action: 'moderateAudienceQuestions', entity: 'audienceQuestion', entity_id: third });
  expect(
    await t.services.db.selectFrom('changes').select('ref').where('topic', '=', 'audienceQuestions').execute(),
  ).toContainEqual({
    ref: 'closing',
  });
});

test('moderateAudienceQuestions: its answer has the states before, also of the one that was pinned, and giving them back undoes it (decision 051)', async () => {
  const [first, second, third] = [await put('First'), await put('Second', ben), await put('Third', ben, 'closing')];
  await moderate([first, 'pinned'], [third, 'pinned']);
  const { before, results } = await moderate([second, 'pinned'], [third, 'pinned']);

  expect(results.map(({ id }) => id)).toEqual([second, third]);
  // What has not changed is not given back.
  expect(Object.fromEntries(before.map(({ id, state }) => [id, state]))).toEqual({
    [first]: 'pinned',
    [second]: 'pending',
  });
  expect(await textsFor(ada)).toEqual(['Second', 'First']);
  await host.ask('moderateAudienceQuestions', { body: { audienceQuestions: before } });
  expect(await textsFor(ada)).toEqual(['First']);
  expect((await seenBy(ben)).map(({ state }) => state)).toEqual(['pinned', 'pending']);
  const { results: log } = await (await signedInMember(t, 'owner')).browser.ask('getAuditLog');
  expect(
    log.filter(({ action, entityId }) => action === 'moderateAudienceQuestions' && entityId === first),
  ).toHaveLength(3);
});

test('getAudienceQuestionSessions: every session of the agenda, with the questions that wait (decision 051)', async () => {
  await put('First');
  await put('Second', ben);
  const third = await put('Third', ben, 'closing');
  await moderate([third, 'shown']);
  const { results } = await host.ask('getAudienceQuestionSessions');

  expect(results.find(({ contentId }) => contentId === 'opening')).toEqual({
    ...{ contentId: 'opening', title: 'Opening', pending: 2, isOnStage: false },
    startsAt: '2031-06-10T13:00:00.000Z',
    endsAt: '2031-06-10T14:00:00.000Z',
  });
  expect(results.filter(({ pending }) => pending > 0)).toHaveLength(1);
  expect(results.map(({ contentId }) => contentId)).not.toContain('ada');
});

test('getAudienceQuestionSessions: in the order in which they begin, whatever the order in the pack (decision 051)', async () => {
  const { db } = t.services;
  const set = (id: string, row: { position?: number; speaker_ids?: string }) =>
    db.updateTable('content').set(row).where('id', '=', id).execute();
  await set('opening', { position: 99 });
  // One without speakers is not listed.
  await set('closing', { speaker_ids: '["ada"]' });
  const { results } = await host.ask('getAudienceQuestionSessions');
  await set('opening', { position: 0 });
  await set('closing', { speaker_ids: '[]' });

  expect(results.map(({ contentId }) => contentId)).toEqual(['opening', 'closing']);
});

test('getAudienceQuestionQueue: those that still concern a session, the oldest first, are one list (decision 051)', async () => {
  const [waiting, shown, pinned] = [await put('First'), await put('Second', ben), await put('Third', ben)];
  const decided = [await put('Fourth', ben), await put('Fifth', ben)] as const;
  await moderate([shown, 'shown'], [pinned, 'pinned'], [decided[0], 'answered'], [decided[1], 'dismissed']);
  const query = { contentId: 'opening', state: 'undecided' } as const;
  const { audienceQuestions, total } = (await host.ask('getAudienceQuestionQueue', { query })).results;

  expect(audienceQuestions.map(({ id }) => id)).toEqual([waiting, shown, pinned]);
  expect(total).toBe(3);
});

test('moderateAudienceQuestions: of questions that are pinned at once by two hosts, one of the session is pinned (decision 051)', async () => {
  const ids = await Promise.all(
    Array.from({ length: 10 }, (_, index) => put(`Question ${index}`, index % 2 ? ada : ben)),
  );
  const hosts = await Promise.all([signedInMember(t, 'host'), signedInMember(t, 'host')]);

  await Promise.all(
    ids.map((id, index) =>
      hosts[index % 2]?.browser.ask('moderateAudienceQuestions', {
        body: { audienceQuestions: [{ id, state: 'pinned' }] },
      }),
    ),
  );
  const states = (await seenBy(ada)).map(({ state }) => state);
  expect(states).toEqual(['pinned', ...Array(9).fill('shown')]);
});
