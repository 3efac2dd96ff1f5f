import type { Credentials } from '@companion/contract/session';
import { safeguardsConflict } from '@companion/contract/staff/safeguards';
import { refusal } from '@companion/testkit/apiClient';
import { moderateAudienceQuestion } from '@companion/testkit/hostAudienceQuestions';
import { hostPoll } from '@companion/testkit/hostPoll';
import { type StaffBrowser, signedInMember } from '@companion/testkit/staffBrowser';
import { attendee } from '@companion/testkit/testServer';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transact } from '../platform/transact.ts';
import { confirmAccount } from './accountStanding.ts';

const POLL = { campaignId: 'polls', questionId: 'poll-a' };
const SURVEY = { campaignId: 'pre-event', questionId: 'pre-yes' };
const ITEM = { campaignId: 'agenda', contentId: 'opening' };
const MUST_CONFIRM = refusal(403, 'Please confirm your phone number first.');

let t: TwoNodes;
let host: StaffBrowser;
beforeAll(async () => {
  t = await startTwoNodes();
  host = (await signedInMember(t.first, 'host')).browser;
});
afterAll(() => t.stop());
beforeEach(async () => {
  await change({ hallCounts: 'automatic', registrationPaused: false, confirmationRequired: false });
});

async function change(fields: object) {
  const { results } = await host.ask('getSafeguards');
  return host.ask('changeSafeguards', { body: { ...fields, version: results.version } });
}
const confirm = ({ profile }: Credentials) => transact(t.first.services, (tx) => confirmAccount(tx, profile.id));
const answer = ({ access_token: token }: Credentials, key = POLL) =>
  t.second.send('answerQuestion', { token, params: key, body: { ...key, answers: ['yes'] } });
const askQuestion = ({ access_token: token }: Credentials) =>
  t.second.send('createAudienceQuestion', { token, body: { contentId: 'opening', text: 'Why?' } });
const upvote = ({ access_token: token }: Credentials, audienceQuestionId: string, upvoted = true) =>
  t.second.send('upvoteAudienceQuestion', { token, params: { audienceQuestionId }, body: { upvoted } });

test('changeSafeguards: a change that another member has overtaken is a 409 with the current ones (decision 056)', async () => {
  const { results: before } = await host.ask('getSafeguards');
  const changed = await change({ hallCounts: 'confirmed' });
  expect(changed.results).toEqual({ ...before, hallCounts: 'confirmed', version: before.version + 1 });

  const late = await host.send('changeSafeguards', { body: { registrationPaused: true, version: before.version } });

  expect(late.status).toBe(409);
  expect(safeguardsConflict.parse(late.body).results).toEqual(changed.results);
  expect((await host.ask('getSafeguards')).results).toEqual(changed.results);
});

test('changeSafeguards: of changes at once one wins, and each is in the audit log (decision 056)', async () => {
  const { results } = await host.ask('getSafeguards');
  const others = await Promise.all(['owner', 'editor', 'host'].map((role) => signedInMember(t.first, role as 'host')));
  const body = { registrationPaused: true, version: results.version };
  const replies = await Promise.all(others.map(({ browser }) => browser.send('changeSafeguards', { body })));

  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const log = await t.first.services.db
    .selectFrom('audit_log')
    .select('fields')
    .where('action', '=', 'changeSafeguards')
    .orderBy('at', 'desc')
    .orderBy('id')
    .execute();
  expect(log.map(({ fields }) => fields)).toContain('["registrationPaused"]');
});

test('paused registration: no one registers, and learns where to turn; whoever has an account signs in (decision 056)', async () => {
  const me = await t.first.register();
  const { help_desk_phone: phone, help_desk_email: email } = await t.first.services.db
    .selectFrom('events')
    .selectAll()
    .executeTakeFirstOrThrow();
  await change({ registrationPaused: true });

  const refused = await t.second.send('createAccount', { body: attendee() });

  const message = `No one can register at the moment. Please ask the help desk: ${phone} or ${email}.`;
  expect(refused).toEqual(refusal(403, message));
  const { code } = await t.first.requestSignIn(me.profile.phone);
  const signedIn = await t.second.ask('smsLogin', { body: { phone: me.profile.phone, code } });
  const { access_token: token, profile } = signedIn;
  await t.second.ask('confirmRegistration', { token, params: { id: profile.id }, body: { mine: true } });
  expect(await answer(signedIn)).toMatchObject({ status: 200 });
});

test('required confirmation: polls, new questions and upvotes are for confirmed accounts; surveys, votes and comments for all (decision 056)', async () => {
  const [me, early] = [await t.first.register(), await t.first.register()];
  const { results: asked } = await t.first.ask('createAudienceQuestion', {
    token: early.access_token,
    body: { contentId: 'opening', text: 'Why?' },
  });
  await moderateAudienceQuestion(t.first.services, asked.id, 'shown');
  await answer(early);
  await upvote(early, asked.id);
  await change({ confirmationRequired: true });

  for (const refused of [await answer(me), await askQuestion(me), await upvote(me, asked.id)])
    expect(refused).toEqual(MUST_CONFIRM);
  expect(await answer(me, SURVEY)).toMatchObject({ status: 200 });
  const { access_token: token } = me;
  expect(await t.second.send('createVote', { token, body: { ...ITEM, vote: 'up' } })).toMatchObject({ status: 201 });
  expect(await t.second.send('createComment', { token, body: { ...ITEM, comment: 'Good' } })).toMatchObject({
    status: 201,
  });
  // What was sent before has its reply, and may be taken back.
  expect(await answer(early)).toMatchObject({ status: 200 });
  expect(await upvote(early, asked.id, false)).toMatchObject({ status: 200 });

  await confirm(me);
  for (const sent of [await answer(me), await upvote(me, asked.id)]) expect(sent).toMatchObject({ status: 200 });
  expect(await askQuestion(me)).toMatchObject({ status: 201 });
});

test('the hall is shown confirmed answers only as soon as more than a tenth are not, unless the host says otherwise; the staff sees both (decision 056)', async () => {
  const key = { campaignId: 'polls', questionId: 'poll-b' };
  await hostPoll(t.first.services, key, { state: 'open', isOnStage: true, shownTo: 'everyone' });
  const people = await Promise.all(Array.from({ length: 11 }, () => t.first.register()));
  for (const one of people.slice(0, 9)) await confirm(one);
  for (const one of people.slice(0, 10)) await answer(one, key);
  const me = people[0] ?? (await t.first.register());
  const ofPhone = async () => (await t.second.ask('getLiveState', { token: me.access_token })).results.results;
  const ofStage = async () => (await host.ask('getStage')).results.results;

  await expect.poll(ofPhone).toMatchObject({ n: 10, counted: 'everyone' });
  expect(await ofStage()).toMatchObject({ n: 10, counted: 'everyone' });

  for (const one of people.slice(10)) await answer(one, key);
  await expect.poll(ofPhone).toMatchObject({ n: 9, counted: 'confirmed' });
  expect(await ofStage()).toMatchObject({ n: 9, counted: 'confirmed' });
  // Not even how many there are besides.
  expect(JSON.stringify(await ofPhone())).not.toContain('11');
  expect((await host.ask('getPollResults', { params: key })).results.total).toMatchObject({
    ...{ n: 11, confirmed: { n: 9 } },
  });

  await change({ hallCounts: 'everyone' });
  await expect.poll(ofPhone).toMatchObject({ n: 11, counted: 'everyone' });
  expect(await ofStage()).toMatchObject({ n: 11, counted: 'everyone' });
});

test('questions from the hall are ordered by confirmed upvotes, and their number follows the choice (decision 056)', async () => {
  const contentId = 'closing';
  const people = await Promise.all(Array.from({ length: 4 }, () => t.first.register()));
  const [me, ...others] = people;
  if (!me) throw new Error('no one');
  const put = async (text: string) => {
    const body = { contentId, text };
    const { results } = await t.first.ask('createAudienceQuestion', { token: me.access_token, body });
    await moderateAudienceQuestion(t.first.services, results.id, 'shown');
    return results.id;
  };
  const [invented, honest] = [await put('Invented'), await put('Honest')];
  for (const one of others) await upvote(one, invented);
  await confirm(me);
  await upvote(me, honest);
  const list = async () =>
    (await t.second.ask('getAudienceQuestions', { token: me.access_token, params: { contentId } })).results.map(
      ({ text, upvotes }) => [text, upvotes],
    );
  const board = async () => {
    const { board: shown } = (await host.ask('getStage')).results;
    return [shown?.counted, ...(shown?.audienceQuestions ?? []).map(({ text, upvotes }) => [text, upvotes])];
  };
  await host.ask('putAudienceQuestionsOnStage', { params: { contentId }, body: { isOnStage: true } });

  const confirmed = [
    ['Honest', 1],
    ['Invented', 0],
  ];
  await expect.poll(list).toEqual(confirmed);
  expect(await board()).toEqual(['confirmed', ...confirmed]);

  await change({ hallCounts: 'everyone' });
  const everyone = [
    ['Honest', 1],
    ['Invented', 3],
  ];
  await expect.poll(list).toEqual(everyone);
  expect(await board()).toEqual(['everyone', ...everyone]);
});
