import type { AudienceQuestionState } from '@companion/contract/audienceQuestion';
import type { Credentials } from '@companion/contract/session';
import { refusal } from '@companion/testkit/apiClient';
import { type StaffBrowser, signedInMember, staffBrowser } from '@companion/testkit/staffBrowser';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { count, readCount } from '../platform/limit.ts';
import { HOUR, MINUTE } from '../platform/time.ts';
import { autocommit } from '../platform/transact.ts';

let nodes: TwoNodes;
let host: StaffBrowser;
beforeAll(async () => {
  nodes = await startTwoNodes({ TRUST_PROXY: 'true', VENUE_NETWORKS: '198.51.100.7/32' });
  host = (await signedInMember(nodes.first, 'host')).browser;
});
afterAll(() => nodes.stop());

const BLOCKED = refusal(403, 'The moderators have closed the Q&A for this account.');
const ask = ({ access_token: token }: Credentials, text = 'Why?', address = '203.0.113.1') =>
  nodes.first.send('createAudienceQuestion', {
    ...{ token, body: { contentId: 'opening', text } },
    headers: { 'x-forwarded-for': address },
  });
const idOf = ({ body }: { body: unknown }) => (body as { results: { id: string } }).results.id;
const upvote = ({ access_token: token }: Credentials, audienceQuestionId: string, upvoted = true) =>
  nodes.first.send('upvoteAudienceQuestion', { token, params: { audienceQuestionId }, body: { upvoted } });
const moderate = (id: string, state: AudienceQuestionState) =>
  host.ask('moderateAudienceQuestions', { body: { audienceQuestions: [{ id, state }] } });
const queueOf = async (search: string) =>
  (await host.ask('getAudienceQuestionQueue', { query: { search } })).results.audienceQuestions;
const moderateAuthor = (author: string, isBlocked: boolean, dismisses: boolean) =>
  host.ask('moderateAuthor', { params: { author }, body: { isBlocked, dismisses } });

test('createAudienceQuestion: a repeat has its first reply, also where the session takes no questions any more (decision 032)', async () => {
  const { access_token: token } = await nodes.first.registerProved();
  const { db } = nodes.first.services;
  const hide = (hidden: 0 | 1) => db.updateTable('content').set({ hidden }).where('id', '=', 'opening').execute();
  const send = (key: string) =>
    nodes.first.send('createAudienceQuestion', {
      ...{ token, body: { contentId: 'opening', text: 'Twice?' } },
      headers: { 'idempotency-key': key },
    });
  const first = await send('one');
  await hide(1);

  expect(await send('one')).toEqual(first);
  expect((await send('two')).status).toBe(404);
  await hide(0);
});

test('upvoteAudienceQuestion: to take one back leaves nothing of an account that was erased on another node', async () => {
  const [author, erased] = [await nodes.first.registerProved(), await nodes.first.registerProved()];
  const id = idOf(await ask(author, 'Shown to all?'));
  await moderate(id, 'shown');
  expect((await upvote(erased, id)).status).toBe(200);
  const { cookies } = (await signedInMember(nodes.first, 'owner')).browser;
  const owner = staffBrowser({ url: nodes.secondUrl }, cookies);
  await owner.ask('erasePerson', { params: { personId: erased.profile.id } });

  expect((await upvote(erased, id, false)).status).toBe(401);
  const limits = await nodes.first.services.db.selectFrom('rate_limits').select('key').execute();
  expect(limits.filter(({ key }) => key.includes(erased.profile.id))).toEqual([]);
});

test('moderateAuthor: blocks an author and dismisses what waits or is shown; what was answered stays, and it can be undone (decision 051)', async () => {
  const [author, other] = [await nodes.first.registerProved(), await nodes.first.registerProved()];
  const ids = [];
  for (const text of ['mine 1', 'mine 2', 'mine 3', 'mine 4']) ids.push(idOf(await ask(author, text)));
  const [waits = '', shown = '', pinned = '', answered = ''] = ids;
  const theirs = idOf(await ask(other, 'mine, says another'));
  await moderate(shown, 'shown');
  await moderate(answered, 'answered');
  await moderate(pinned, 'pinned');
  await moderate(theirs, 'shown');
  const [first] = await queueOf('mine 1');
  const sealed = first?.author ?? '';
  expect(sealed).not.toContain(author.profile.id);
  expect(new Set((await queueOf('mine')).map((question) => question.author)).size).toBe(2);

  const { results, before } = await moderateAuthor(sealed, true, true);

  // Those that were asked in the same millisecond come in any order.
  expect(results.map(({ id, state, isAuthorBlocked }) => [id, state, isAuthorBlocked]).sort()).toEqual(
    ids.map((id) => [id, id === answered ? 'answered' : 'dismissed', true]).sort(),
  );
  const states = { [waits]: 'pending', [shown]: 'shown', [pinned]: 'pinned' };
  expect(Object.fromEntries(before.map(({ id, state }) => [id, state]))).toEqual(states);
  expect(await queueOf('mine, says')).toMatchObject([{ state: 'shown', isAuthorBlocked: false }]);
  expect(await ask(author)).toEqual(BLOCKED);
  expect(await upvote(author, theirs)).toEqual(BLOCKED);
  const log = await nodes.first.services.db
    .selectFrom('audit_log')
    .select(['entity', 'fields'])
    .where('action', '=', 'moderateAuthor')
    .execute();
  expect(log).toHaveLength(4);
  expect(log).toContainEqual({ entity: 'audienceQuestionAuthor', fields: '["isBlocked"]' });

  await moderateAuthor(sealed, false, false);
  await host.ask('moderateAudienceQuestions', { body: { audienceQuestions: before } });
  expect((await queueOf('mine')).map(({ state }) => state)).toEqual([
    'pending',
    'shown',
    'pinned',
    'answered',
    'shown',
  ]);
  expect((await upvote(author, theirs)).status).toBe(200);
});

test('moderateAuthor: an author that is blocked may still take an upvote back; an unknown author is a 404', async () => {
  const [author, other] = [await nodes.first.registerProved(), await nodes.first.registerProved()];
  const theirs = idOf(await ask(other, 'of another'));
  await moderate(theirs, 'shown');
  await ask(author, 'of the author');
  await upvote(author, theirs);
  await moderateAuthor((await queueOf('of the author'))[0]?.author ?? '', true, false);

  expect(await upvote(author, theirs, false)).toMatchObject({ status: 200, body: { results: { upvotes: 0 } } });
  const unknown = { params: { author: 'unknown' }, body: { isBlocked: true, dismisses: true } };
  expect(await host.send('moderateAuthor', unknown)).toEqual(refusal(404, 'There is no such author.'));
});

test('moderateAuthor: to dismiss without a word on the block leaves it as it is, and so does the undo', async () => {
  const author = await nodes.first.registerProved();
  await ask(author, 'block stays 1');
  const sealed = (await queueOf('block stays'))[0]?.author ?? '';
  const dismiss = () => host.ask('moderateAuthor', { params: { author: sealed }, body: { dismisses: true } });
  expect((await dismiss()).results).toMatchObject([{ state: 'dismissed', isAuthorBlocked: false }]);
  expect((await ask(author, 'block stays 2')).status).toBe(201);
  await moderateAuthor(sealed, true, false);

  const { results, before } = await dismiss();

  expect(results.map(({ state, isAuthorBlocked }) => [state, isAuthorBlocked])).toEqual([
    ['dismissed', true],
    ['dismissed', true],
  ]);
  await host.ask('moderateAudienceQuestions', { body: { audienceQuestions: before } });
  expect(await ask(author)).toEqual(BLOCKED);
  const log = await nodes.first.services.db
    .selectFrom('audit_log')
    .select(['fields', 'choices'])
    .where('action', '=', 'moderateAuthor')
    .where('entity', '=', 'audienceQuestionAuthor')
    .where('entity_id', '=', sealed)
    .execute();
  const dismissed = { fields: '[]', choices: '{"dismisses":"true"}' };
  expect(log.filter(({ fields }) => fields === '[]')).toEqual([dismissed, dismissed]);
});

test('moderateAuthor: of what an author asks on another node at the same time, nothing waits in the queue afterwards', async () => {
  const author = await nodes.first.registerProved();
  await ask(author, 'raced 0');
  const sealed = (await queueOf('raced'))[0]?.author ?? '';
  const { access_token: token } = author;

  await Promise.all([
    ...Array.from({ length: 12 }, (_, number) =>
      nodes.second.send('createAudienceQuestion', { token, body: { contentId: 'opening', text: `raced ${number}` } }),
    ),
    moderateAuthor(sealed, true, true),
  ]);

  const states = (await queueOf('raced')).map(({ state }) => state);
  expect(states).toEqual(states.map(() => 'dismissed'));
});

test('createAudienceQuestion: an unconfirmed account may ask three questions an hour, a confirmed one goes on (decision 051)', async () => {
  const person = await nodes.first.register();
  const statuses = [];
  for (let sent = 0; sent < 3; sent += 1) statuses.push((await ask(person)).status);
  expect(statuses).toEqual([201, 201, 201]);
  const message = 'You can ask 3 questions an hour until you have confirmed your phone number.';
  expect(await ask(person)).toEqual(refusal(429, message));

  const { phone } = person.profile;
  const { code } = await nodes.first.requestSignIn(phone);
  const confirmed = await nodes.first.ask('smsLogin', { body: { phone, code } });
  const { access_token: token, profile } = confirmed;
  await nodes.first.ask('confirmRegistration', { token, params: { id: profile.id }, body: { mine: true } });
  expect((await ask(confirmed)).status).toBe(201);
});

test('createAudienceQuestion: from one address come 60 questions of unconfirmed accounts in five minutes, from the venue more; confirmed accounts do not count (decision 006)', async () => {
  nodes.advance(HOUR);
  const proved = await nodes.first.registerProved();
  const people: Credentials[] = [];
  const next = async (number: number) => (people[number] ??= await nodes.first.register());
  const sendMany = async (times: number, addressOf: (number: number) => string, from = 0) => {
    const statuses = [];
    for (let sent = 0; sent < times; sent += 1) {
      statuses.push((await ask(await next(from + Math.floor(sent / 3)), 'Why?', addressOf(sent))).status);
    }
    return statuses;
  };

  expect(await sendMany(63, () => '203.0.113.50')).toEqual([...Array(60).fill(201), 429, 429, 429]);
  expect((await ask(proved, 'Why?', '203.0.113.50')).status).toBe(201);
  expect((await ask(await next(21), 'Why?', '203.0.113.51')).status).toBe(201);
  expect((await sendMany(63, () => '198.51.100.7', 22)).at(-1)).toBe(201);
  nodes.advance(5 * MINUTE);
});

test('upvoteAudienceQuestion: an account may change its upvotes 300 times an hour (decision 051)', async () => {
  nodes.advance(HOUR);
  const [author, voter] = [await nodes.first.registerProved(), await nodes.first.registerProved()];
  const id = idOf(await ask(author));
  await moderate(id, 'shown');

  await upvote(voter, id);
  await upvote(voter, id, false);
  // The rest at once: a busy machine takes long for as many calls.
  const { services } = nodes.first;
  const sent = { key: `audienceQuestionUpvote ${voter.profile.id}`, max: 300, window: HOUR };
  await autocommit(services, (db) => count(db, services.now(), sent, 297));

  expect((await upvote(voter, id)).status).toBe(200);
  expect((await upvote(voter, id, false)).status).toBe(429);
  expect(await readCount(services.db, services.now(), sent)).toBe(300);
});
