import type { Credentials } from '@companion/contract/session';
import { mergeChanged } from '@companion/contract/staff/peopleMerge';
import { toE164 } from '@companion/contract/usPhone';
import { type AttendeeTest, newNumber, startAttendeeTest } from '@companion/testkit/attendeeTest';
import { signedInMember } from '@companion/testkit/staffBrowser';
import { afterAll, beforeAll, expect, test } from 'vitest';

let t: AttendeeTest;
let browser: Awaited<ReturnType<typeof signedInMember>>['browser'];
beforeAll(async () => {
  t = await startAttendeeTest();
  ({ browser } = await signedInMember(t, 'editor'));
});
afterAll(() => t.stop());

const ITEM = { campaignId: 'agenda', contentId: 'opening' };
type Person = Awaited<ReturnType<AttendeeTest['register']>>;

const paramsOf = (kept: Person, removed: Person) => ({ personId: kept.profile.id, removedId: removed.profile.id });
const preview = async (kept: Person, removed: Person) =>
  (await browser.ask('getMergePreview', { params: paramsOf(kept, removed) })).results;
const merge = (kept: Person, removed: Person, token: string) =>
  browser.send('mergePeople', { params: paramsOf(kept, removed), body: { token } });
const answer = ({ access_token: token }: Person, questionId: string, answers: (string | number)[]) =>
  t.send('answerQuestion', {
    token,
    params: { questionId },
    body: { campaignId: 'pre-event', questionId, answers, comment: '' },
  });
const vote = ({ access_token: token }: Person, value: 'up' | 'down') =>
  t.send('createVote', { token, body: { ...ITEM, vote: value } });
const comment = ({ access_token: token }: Person, text: string) =>
  t.send('createComment', { token, body: { ...ITEM, comment: text } });
const rowsOf = (table: 'answers' | 'votes' | 'comments' | 'audience_questions', { profile }: Person) =>
  t.services.db.selectFrom(table).selectAll().where('account_id', '=', profile.id).execute();

test('merge: moves exactly what the preview shows, and removes the other account with its access', async () => {
  const [kept, removed] = [await t.registerProved(), await t.register()];
  await answer(kept, 'pre-yes', ['yes']);
  t.clock.advance(10);
  for (const [id, given] of [
    ['pre-yes', ['no']],
    ['pre-many', [1]],
  ] as const)
    await answer(removed, id, [...given]);
  await vote(kept, 'up');
  await comment(kept, 'the first');
  t.clock.advance(10);
  await vote(removed, 'down');
  await comment(removed, 'the last');
  for (const [{ access_token: token }, contentId, saved] of [
    [kept, 'opening', false],
    [kept, 'closing', true],
    [removed, 'opening', true],
    [removed, 'closing', true],
  ] as const)
    await t.ask('saveSession', { token, body: { campaignId: 'agenda', contentId, saved } });
  for (const [{ access_token: token }, contentId, note] of [
    [kept, 'opening', 'Sit in front.'],
    [removed, 'opening', 'Ask about 8(a).'],
    [removed, 'closing', 'Bring cards.'],
  ] as const)
    await t.ask('saveOwnNote', { token, body: { campaignId: 'agenda', contentId, note, before: [] } });
  const asked = await t.ask('createAudienceQuestion', {
    token: removed.access_token,
    body: { contentId: 'opening', text: 'Why so?' },
  });
  const params = { audienceQuestionId: asked.results.id };
  for (const { access_token: token } of [kept, removed])
    await t.services.db
      .updateTable('audience_questions')
      .set({ state: 'shown' })
      .execute()
      .then(() => t.ask('upvoteAudienceQuestion', { token, params, body: { upvoted: true } }));
  const content = async () =>
    (await t.ask('getContent', { token: kept.access_token })).results.find(({ id }) => id === 'opening');
  expect(await content()).toMatchObject({ vote: 'up', comment: 'the first' });

  const shown = await preview(kept, removed);

  expect(shown.moves).toEqual({
    ...{ answers: 1, votes: 1, comments: 1, questions: 1, upvotes: 0, feedback: 0 },
    ...{ savedSessions: 1, tickets: 0, consents: 1, messages: 0 },
  });
  expect(shown).toMatchObject({ sameUpvotes: 1, sessions: 1, confirmed: true, blocked: false });
  expect(shown.conflicts.map(({ kind, stays }) => [kind, stays])).toEqual([
    ['answer', 'kept'],
    ['vote', 'removed'],
    ['comment', 'removed'],
  ]);
  expect(JSON.stringify(shown)).not.toMatch(/the last|in front|about 8|cards/);
  expect((await merge(kept, removed, shown.token)).status).toBe(200);

  expect((await rowsOf('answers', kept)).map((row) => [row.question_id, row.answers, row.standing]).sort()).toEqual([
    ['pre-many', '[1]', 'confirmed'],
    ['pre-yes', '["yes"]', 'confirmed'],
  ]);
  expect(await content()).toMatchObject({ vote: 'down', comment: 'the last', saved: true });
  const notes = await t.services.db.selectFrom('own_notes').selectAll().execute();
  expect(notes.map((row) => [row.account_id, row.content_id, row.note]).sort()).toEqual([
    [kept.profile.id, 'closing', 'Bring cards.'],
    [kept.profile.id, 'opening', 'Sit in front.\n\nAsk about 8(a).'],
  ]);
  const saved = await t.services.db.selectFrom('saved_sessions').selectAll().execute();
  expect(saved.map((row) => [row.account_id, row.content_id, row.saved, row.standing]).sort()).toEqual([
    [kept.profile.id, 'closing', 1, 'confirmed'],
    [kept.profile.id, 'opening', 1, 'confirmed'],
  ]);
  expect(await rowsOf('audience_questions', kept)).toMatchObject([
    { upvotes: 1, confirmed_upvotes: 1, standing: 'confirmed' },
  ]);
  const { results } = await browser.ask('getPerson', { params: { personId: kept.profile.id } });
  expect(results.given).toEqual({ answers: 2, votes: 1, comments: 1, questions: 1, upvotes: 1, feedback: 0 });
  expect(results.consents).toHaveLength(2);
  expect((await t.send('getQuestions', { token: removed.access_token })).status).toBe(401);
  expect((await t.send('getQuestions', { token: kept.access_token })).status).toBe(200);
  expect((await browser.send('getPerson', { params: { personId: removed.profile.id } })).status).toBe(404);
  // The number is free again.
  expect((await t.send('login', { body: { phone: removed.profile.phone } })).status).toBe(404);
});

test('merge: the first answer stays even if it is that of the removed account, with its approval for the stage', async () => {
  const [kept, removed] = [await t.register(), await t.register()];
  await answer(removed, 'pre-yes', ['no']);
  await t.services.db
    .insertInto('answer_approvals')
    .values({ account_id: removed.profile.id, question_id: 'pre-yes', approved_at: 1 })
    .execute();
  t.clock.advance(10);
  await answer(kept, 'pre-yes', ['yes']);

  await merge(kept, removed, (await preview(kept, removed)).token);

  expect((await rowsOf('answers', kept)).map((row) => [row.answers, row.standing])).toEqual([
    ['["no"]', 'unconfirmed'],
  ]);
  const approvals = await t.services.db.selectFrom('answer_approvals').selectAll().execute();
  expect(approvals.map(({ account_id }) => account_id)).toEqual([kept.profile.id]);
});

test('merge: what has changed since the preview is a 409 with the new one, and moves nothing', async () => {
  const [kept, removed] = [await t.register(), await t.register()];
  const { token } = await preview(kept, removed);
  await vote(removed, 'up');

  const late = await merge(kept, removed, token);

  expect(late.status).toBe(409);
  const { results } = mergeChanged.parse(late.body);
  expect(results.moves.votes).toBe(1);
  expect(await rowsOf('votes', kept)).toEqual([]);
  expect((await merge(kept, removed, results.token)).status).toBe(200);
  expect(await rowsOf('votes', kept)).toHaveLength(1);
});

test('merge: votes and answers sent at the same time are moved, or refused; none is lost after a success, and none doubled', async () => {
  for (let round = 0; round < 8; round++) {
    const [kept, removed] = [await t.register(), await t.register()];
    await answer(removed, 'pre-many', [1]);
    const { token } = await preview(kept, removed);
    const [merged, voted, answered, keptVote] = await Promise.all([
      merge(kept, removed, token),
      vote(removed, 'up'),
      answer(removed, 'pre-yes', ['yes']),
      vote(kept, 'down'),
    ]);
    const where = JSON.stringify([round, merged.status, voted.status, answered.status, keptVote.status]);
    expect([200, 409], where).toContain(merged.status);
    expect(keptVote.status, where).toBe(201);
    if (merged.status === 409) {
      expect([voted.status, answered.status], where).toEqual([201, 200]);
      expect(
        [await rowsOf('votes', removed), await rowsOf('answers', removed)].map(({ length }) => length),
        where,
      ).toEqual([1, 2]);
      continue;
    }
    // They came after the merge, or before the preview's check, which then is a 409.
    for (const { status } of [voted, answered]) expect([401, 404, 503], where).toContain(status);
    expect(
      [await rowsOf('votes', kept), await rowsOf('answers', kept)].map(({ length }) => length),
      where,
    ).toEqual([1, 1]);
  }
});

/** The contacts of a person that have got a notice of a change. */
async function toldOf({ profile: { email, phone } }: Credentials): Promise<string[]> {
  const notices = (await t.outbox()).filter(({ text }) => text.startsWith('The organizer of Test Summit has changed'));
  return notices.map(({ to }) => to).filter((to) => to === email || to === toE164(phone));
}

test('merge: the owner of the removed account is told where they have proved that they read it', async () => {
  const [kept, removed] = [await t.register(), await t.registerProved()];
  const { token } = await preview(kept, removed);

  expect((await merge(kept, removed, token)).status).toBe(200);

  expect(await toldOf(removed)).toEqual([toE164(removed.profile.phone)]);
  const { results } = await browser.ask('getPerson', { params: { personId: kept.profile.id } });
  // Two of the sign-in and of the proof, and this one.
  expect(results.messages).toHaveLength(3);
});

test('merge: who has proved nothing is told at the e-mail that they entered', async () => {
  const [kept, removed] = [await t.registerProved(), await t.register()];
  const { token } = await preview(kept, removed);

  expect((await merge(kept, removed, token)).status).toBe(200);

  expect(await toldOf(removed)).toEqual([removed.profile.email]);
});

test('merge: the ticket moves, and the next import leaves it there', async () => {
  const [kept, number] = [await t.register(), newNumber()];
  await t.importRows([{ 'Attendee #': number }]);
  const { id = '' } = (await t.accountOf(number)) ?? {};
  const params = { personId: kept.profile.id, removedId: id };
  const { results } = await browser.ask('getMergePreview', { params });
  expect(results.moves.tickets).toBe(1);
  await browser.ask('mergePeople', { params, body: { token: results.token } });

  await t.importRows([{ 'Attendee #': number, Company: 'Another' }]);

  expect((await t.accountOf(number))?.id).toBe(kept.profile.id);
});

test('merge: refused for one person, unknown people, an account that is not activated, and while its owner is asked', async () => {
  const [one, other, number] = [await t.register(), await t.register(), newNumber()];
  await t.importRows([{ 'Attendee #': number }]);
  const { id = '' } = (await t.accountOf(number)) ?? {};
  const statusOf = async (personId: string, removedId: string) =>
    (await browser.send('getMergePreview', { params: { personId, removedId } })).status;
  expect(await statusOf(one.profile.id, one.profile.id)).toBe(409);
  expect(await statusOf(one.profile.id, 'unknown')).toBe(404);
  expect(await statusOf(id, one.profile.id)).toBe(409);
  await t.services.db
    .updateTable('accounts')
    .set({ registered_elsewhere: 1 })
    .where('id', '=', other.profile.id)
    .execute();
  expect(await statusOf(one.profile.id, other.profile.id)).toBe(409);
  await t.services.db.updateTable('staff_sessions').set({ confirmed_at: 0 }).execute();
  expect(await merge(one, other, 'x')).toMatchObject({ status: 403, body: { code: 'confirm' } });
});
