import type { Credentials } from '@companion/contract/session';
import type { ApiClient } from '@companion/testkit/apiClient';
import { moderateAudienceQuestion } from '@companion/testkit/hostAudienceQuestions';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { erasePerson } from '../archive/erasePerson.ts';
import { findPerson } from '../identity/accounts/findPerson.ts';
import { MINUTE } from '../platform/time.ts';
import { transact } from '../platform/transact.ts';
import { confirmAccount, setStanding } from './accountStanding.ts';

let t: TwoNodes;
beforeAll(async () => {
  t = await startTwoNodes();
});
afterAll(() => t.stop());

const TABLES = ['answers', 'votes', 'comments', 'audience_questions', 'audience_question_upvotes'] as const;
const ITEM = { campaignId: 'agenda', contentId: 'opening' };
const POLL = { campaignId: 'polls', questionId: 'poll-a' };

/** A question from the hall that everyone can upvote. */
async function ask(contentId = 'closing'): Promise<string> {
  const { access_token: token } = await t.first.register();
  const { results } = await t.first.ask('createAudienceQuestion', { token, body: { contentId, text: 'Why?' } });
  await moderateAudienceQuestion(t.first.services, results.id, 'shown');
  return results.id;
}

/** Everything that an account can send, each of it a request of its own. */
const writes = ({ access_token: token }: Credentials, audienceQuestionId: string) => [
  (node: ApiClient) =>
    node.ask('answerQuestion', { token, params: { questionId: POLL.questionId }, body: { ...POLL, answers: ['yes'] } }),
  (node: ApiClient) => node.ask('createVote', { token, body: { ...ITEM, vote: 'up' } }),
  (node: ApiClient) => node.ask('createComment', { token, body: { ...ITEM, comment: 'Good' } }),
  (node: ApiClient) => node.ask('createAudienceQuestion', { token, body: { contentId: 'opening', text: 'How?' } }),
  (node: ApiClient) =>
    node.ask('upvoteAudienceQuestion', { token, params: { audienceQuestionId }, body: { upvoted: true } }),
];

/** The standings of all that an account has sent, by table. */
async function standingsOf({ profile }: Credentials): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of TABLES) {
    const rows = await t.first.services.db
      .selectFrom(table)
      .select('standing')
      .where('account_id', '=', profile.id)
      .execute();
    found[table] = rows.map(({ standing }) => standing);
  }
  return found;
}
const all = (standing: string) => Object.fromEntries(TABLES.map((table) => [table, [standing]]));

const signIn = async ({ profile }: Credentials) => {
  const { code } = await t.first.requestSignIn(profile.phone);
  const signedIn = await t.second.ask('smsLogin', { body: { phone: profile.phone, code } });
  const { access_token: token } = signedIn;
  await t.second.ask('confirmRegistration', { token, params: { id: profile.id }, body: { mine: true } });
  return signedIn;
};

const kept = (id: string) =>
  t.first.services.db
    .selectFrom('audience_questions')
    .select(['upvotes', 'confirmed_upvotes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('standing: what an account sends counts as unconfirmed until it proves its phone, and all of it as confirmed from then on (decision 056)', async () => {
  const [me, question] = [await t.first.register(), await ask()];
  for (const write of writes(me, question)) await write(t.first);
  expect(await standingsOf(me)).toEqual(all('unconfirmed'));
  expect(me.profile.confirmed).toBe(false);
  expect(await kept(question)).toEqual({ upvotes: 1, confirmed_upvotes: 0 });

  const { profile, access_token: token } = await signIn(me);

  expect(profile.confirmed).toBe(true);
  expect(await standingsOf(me)).toEqual(all('confirmed'));
  expect(await kept(question)).toEqual({ upvotes: 1, confirmed_upvotes: 1 });
  await t.first.ask('createVote', { token, body: { ...ITEM, contentId: 'closing', vote: 'up' } });
  expect((await standingsOf(me)).votes).toEqual(['confirmed', 'confirmed']);
});

test('standing: a confirmation in the middle of writes on both nodes leaves no row behind (decision 056)', async () => {
  const question = await ask();
  const people = await Promise.all(Array.from({ length: 12 }, () => t.first.register()));

  await t.onBoth(people.length, async (node, index) => {
    const me = people[index] ?? people[0];
    if (!me) return;
    const { id } = me.profile;
    const sent = writes(me, question).map((write) => write(node));
    await Promise.all([...sent, transact(t.first.services, (tx) => confirmAccount(tx, id))]);
  });

  for (const me of people) expect(await standingsOf(me)).toEqual(all('confirmed'));
  expect(await kept(question)).toEqual({ upvotes: 12, confirmed_upvotes: 12 });
});

test('standing: a confirmation that is rolled back changes no row and no kept number (decision 056)', async () => {
  const [me, question] = [await t.first.register(), await ask()];
  for (const write of writes(me, question)) await write(t.first);

  const killed = transact(t.first.services, async (tx) => {
    await confirmAccount(tx, me.profile.id);
    throw new Error('killed before the commit');
  });

  await expect(killed).rejects.toThrow('killed');
  expect(await standingsOf(me)).toEqual(all('unconfirmed'));
  expect(await kept(question)).toEqual({ upvotes: 1, confirmed_upvotes: 0 });
});

test('kept upvotes: they are exact after upvotes are given and taken back at once on both nodes, while their accounts are confirmed, and after an erasure (decision 056)', async () => {
  const question = await ask();
  const people = await Promise.all(Array.from({ length: 10 }, () => t.first.register()));
  const params = { audienceQuestionId: question };

  await t.onBoth(people.length * 3, async (node, index) => {
    const { access_token: token, profile } = people[index % people.length] ?? (await t.first.register());
    if (index < people.length) await transact(t.first.services, (tx) => confirmAccount(tx, profile.id));
    else await node.ask('upvoteAudienceQuestion', { token, params, body: { upvoted: index < 2 * people.length } });
  });

  const counted = async () => {
    const rows = await t.first.services.db
      .selectFrom('audience_question_upvotes')
      .select('standing')
      .where('audience_question_id', '=', question)
      .execute();
    const confirmed = rows.filter(({ standing }) => standing === 'confirmed');
    return { upvotes: rows.length, confirmed_upvotes: confirmed.length };
  };
  expect(await kept(question)).toEqual(await counted());

  const [first] = people;
  const token = first?.access_token ?? '';
  await t.first.ask('upvoteAudienceQuestion', { token, params, body: { upvoted: true } });
  const { upvotes } = await kept(question);
  await erasePerson(t.first.services, await findPerson(t.first.services.db, first?.profile.id ?? ''));
  expect(await kept(question)).toEqual({ upvotes: upvotes - 1, confirmed_upvotes: upvotes - 1 });
  expect(await kept(question)).toEqual(await counted());
});

test('dismissed: rows count nowhere, until their account is confirmed, which leaves its dismissal (decision 056)', async () => {
  const [me, question] = [await t.first.register(), await ask()];
  for (const write of writes(me, question)) await write(t.first);
  await transact(t.first.services, async (tx) => {
    await tx.db.updateTable('accounts').set({ dismissal_id: 'flood' }).where('id', '=', me.profile.id).execute();
    await setStanding(tx, [me.profile.id], 'dismissed');
  });

  expect(await standingsOf(me)).toEqual(all('dismissed'));
  expect(await kept(question)).toEqual({ upvotes: 0, confirmed_upvotes: 0 });
  // What it sends from now on is dismissed as well.
  const body = { ...ITEM, contentId: 'closing', vote: 'up' };
  await t.first.ask('createVote', { token: me.access_token, body });
  expect((await standingsOf(me)).votes).toEqual(['dismissed', 'dismissed']);

  t.advance(MINUTE);
  await signIn(me);
  expect((await standingsOf(me)).answers).toEqual(['confirmed']);
  expect(await kept(question)).toEqual({ upvotes: 1, confirmed_upvotes: 1 });
});
