import { setTimeout as delay } from 'node:timers/promises';
import type { Credentials } from '@companion/contract/session';
import { type ApiClient, refusal, SIGN_IN } from '@companion/testkit/apiClient';
import { followLive, type LiveFollower } from '@companion/testkit/followLive';
import { hostPoll } from '@companion/testkit/hostPoll';
import { runHere } from '@companion/testkit/runEvent';
import { settingsOf } from '@companion/testkit/settingsOf';
import { showEveryone } from '@companion/testkit/showEveryone';
import { clearStage, STAGE_POLL, showOnStage, testStage } from '@companion/testkit/testStage';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eraseCommand } from '../cli/dataCommands.ts';
import { loadPack } from '../event/loadPack.ts';
import { readPack } from '../event/readPack.ts';
import { openDatabaseForCommand } from '../platform/openDatabase.ts';
import { MINUTE, SECOND } from '../platform/time.ts';

const ASKED = {
  ...{ question: 'First?', questionTypes: 'yes-no', options: [], campaignTitle: 'Polls', place: 1, places: 2 },
};
const ON_STAGE = { ...STAGE_POLL, state: 'open', closesAt: null, asked: ASKED };

const stage = testStage();
let t: TwoNodes;
beforeAll(async () => {
  // Sessions are looked up more often than on a server, so that several look-ups find them open.
  t = await startTwoNodes({}, { liveSource: stage.source, streamLimits: { sessionCheck: 100, interval: 50 } });
  await showEveryone(t.first);
});
afterAll(() => t.stop());

const followers: LiveFollower[] = [];
afterEach(async () => {
  for (const follower of followers.splice(0)) follower.leave();
  await clearStage(t.first.services);
  const token = (await t.first.register()).access_token;
  // Until then a node may show what was on stage before.
  for (const node of [t.first, t.second]) {
    await eventually(async () => (await node.ask('getLiveState', { token })).results.stage).toBeNull();
  }
});

async function follow({ access_token }: Credentials, url = t.first.url): Promise<LiveFollower> {
  const follower = await followLive(url, access_token);
  followers.push(follower);
  return follower;
}

const answer = (who: Credentials, chosen: 'yes' | 'no', node = t.first) =>
  node.ask('answerQuestion', {
    token: who.access_token,
    params: { questionId: 'poll-a' },
    body: { ...STAGE_POLL, answers: [chosen] },
  });

const state = async (who: Credentials) => (await t.first.ask('getLiveState', { token: who.access_token })).results;
const eventually = (read: () => unknown) => expect.poll(read);

test('live: a stream begins with a frame for each field, and says what proxies must know (decision 047)', async () => {
  const me = await t.first.register();
  const { response, frames, state: live } = await follow(me);

  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  expect(response.headers.get('content-encoding')).toBeNull();
  await eventually(() => frames.map(({ event }) => event).sort()).toEqual([
    'agenda',
    'announcement',
    'audienceQuestions',
    'event',
    'questions',
    'results',
    'stage',
  ]);
  expect(live).toMatchObject({ stage: null, results: null, audienceQuestions: [] });
});

test('live: a stream needs an access token, like every call', async () => {
  for (const token of ['', 'forged']) {
    const { response } = await followLive(t.first.url, token);
    expect({ status: response.status, body: await response.json() }).toEqual(refusal(401, SIGN_IN));
  }
});

test('live: what is put on stage on one node reaches the streams of both, and the state (decision 047)', async () => {
  const me = await t.first.register();
  const streams = [await follow(me), await follow(me, t.secondUrl)];

  await showOnStage(t.first.services, 'none');

  for (const stream of streams) await eventually(() => stream.state.stage).toEqual(ON_STAGE);
  expect((await state(me)).stage).toEqual(ON_STAGE);
  await clearStage(t.first.services);
  for (const stream of streams) await eventually(() => stream.state.stage).toBeNull();
});

test('live: results reach attendees once they are revealed, as they are counted, and end at the number of rows (decision 047)', async () => {
  const [me, ...others] = await Promise.all(Array.from({ length: 12 }, () => t.first.register()));
  if (!me) throw new Error('No attendee was registered');
  await showOnStage(t.first.services, 'everyone');
  const streams = [await follow(me), await follow(me, t.secondUrl)];
  await eventually(() => streams[0]?.state.results).toMatchObject({ n: expect.any(Number) });

  await Promise.all(others.map((who, i) => answer(who, i % 3 ? 'yes' : 'no')));

  const { n } = await stage.source.countAnswers(t.first.services.db, STAGE_POLL);
  for (const stream of streams)
    await eventually(() => stream.state.results).toEqual({
      ...{ ...STAGE_POLL, n, counts: [7, 4], counted: 'everyone' },
    });
  // The frames are counts, not steps: far fewer than the answers, and each differs from the one before.
  for (const { frames } of streams) {
    const sent = frames.filter(({ event }) => event === 'results').map(({ data }) => JSON.stringify(data));
    expect(sent.filter((each, i) => each === sent[i - 1])).toEqual([]);
    const ids = frames.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  }
});

test.each(['none', 'staff', 'stage'] as const)(
  'live: results shown to %s are in no frame, state or ETag of an attendee; a count that rises changes nothing (decision 047)',
  async (shownTo) => {
    const [me, other] = [await t.first.register(), await t.first.register()];
    await showOnStage(t.first.services, shownTo);
    const stream = await follow(me);
    await eventually(() => stream.state.stage).toEqual(ON_STAGE);
    const asked = () => t.first.request('getLiveState', { token: me.access_token });
    await showOnStage(t.first.services, shownTo, { state: 'closed' });
    await eventually(() => stream.state.stage).toMatchObject({ state: 'closed' });
    await showOnStage(t.first.services, shownTo);
    await eventually(() => stream.state.stage).toMatchObject({ state: 'open' });
    const before = await asked();

    await answer(other, 'yes');
    await delay(600);

    const after = await asked();
    expect([after.status, after.headers.get('etag')]).toEqual([200, before.headers.get('etag')]);
    expect(await after.json()).toMatchObject({ results: { results: null } });
    expect(stream.frames.filter(({ event }) => event === 'results').map(({ data }) => data)).toEqual([null]);
    expect(stream.text).not.toMatch(/"n":|counts/);
  },
);

test('live: a revealed result that is hidden again is taken back', async () => {
  const me = await t.first.register();
  await showOnStage(t.first.services, 'everyone');
  const stream = await follow(me);
  await eventually(() => stream.state.results).toMatchObject(STAGE_POLL);

  await showOnStage(t.first.services, 'stage');

  await eventually(() => stream.state.results).toBeNull();
  expect((await state(me)).results).toBeNull();
});

test('live: a countdown closes the poll on every stream without a change being recorded', async () => {
  const me = await t.first.register();
  await showOnStage(t.first.services, 'none', { closesInSeconds: 60 });
  await eventually(async () => (await state(me)).stage?.closesAt).toEqual(expect.any(String));
  const { closesAt = null } = (await state(me)).stage ?? {};
  const streams = [await follow(me), await follow(me, t.secondUrl)];
  for (const stream of streams) await eventually(() => stream.state.stage).toEqual({ ...ON_STAGE, closesAt });

  t.advance(MINUTE);

  for (const stream of streams) {
    await eventually(() => stream.state.stage).toEqual({ ...ON_STAGE, state: 'closed', closesAt });
  }
});

test('live: a countdown off stage raises the revision of the questions on both nodes as it ends, and no change is recorded (decision 050)', async () => {
  const me = await t.first.register();
  await hostPoll(t.first.services, STAGE_POLL, { state: 'open', isOnStage: false });
  await hostPoll(t.first.services, STAGE_POLL, { closesInSeconds: 60 });
  const streams = [await follow(me), await follow(me, t.secondUrl)];
  const revisions = () => streams.map((stream) => stream.state.questions?.revision ?? 0);
  await eventually(revisions).toEqual([expect.any(Number), expect.any(Number)]);
  const [before = 0] = revisions();
  const newest = () => t.first.services.db.selectFrom('change_counter').select('seq').executeTakeFirst();
  const recorded = await newest();

  t.advance(MINUTE);

  await eventually(() => Math.min(...revisions())).toBeGreaterThan(before);
  // One of them may have had the start of the countdown still to come.
  await eventually(() => new Set(revisions()).size).toBe(1);
  const [ended = 0] = revisions();
  expect(await newest()).toEqual(recorded);
  const { results } = await t.first.ask('getQuestions', { token: me.access_token });
  expect(results.find(({ id }) => id === STAGE_POLL.questionId)).toMatchObject({ closed: true });

  await hostPoll(t.first.services, STAGE_POLL, { state: 'open', closesInSeconds: null });
  await eventually(() => Math.min(...revisions())).toBeGreaterThan(ended);
});

test('live: the state has an ETag, and counts for those without a stream; while no one looks, nothing is counted', async () => {
  const [me, other] = [await t.first.register(), await t.first.register()];
  await showOnStage(t.first.services, 'everyone');
  await eventually(async () => (await state(me)).stage).toEqual(ON_STAGE);
  const first = await t.first.request('getLiveState', { token: me.access_token });
  const etag = first.headers.get('etag') ?? '';
  const again = () => t.first.request('getLiveState', { token: me.access_token, headers: { 'if-none-match': etag } });
  expect((await again()).status).toBe(304);

  const counted = stage.counts;
  await answer(other, 'yes');
  await delay(600);
  expect(stage.counts).toBe(counted);

  await eventually(async () => (await again()).status).toBe(200);
});

test('live: a pack that a command loads next to the servers is announced on both nodes, and their lists are new by then (decision 047)', async () => {
  const me = await t.first.register();
  const nodes = [
    { node: t.first, stream: await follow(me) },
    { node: t.second, stream: await follow(me, t.secondUrl) },
  ];
  const titles = (node: ApiClient) =>
    node.ask('getContent', { token: me.access_token }).then(({ results }) => results.map(({ title }) => title));
  const { databaseUrl, dataDir, eventPack } = t.first.services.config;
  const pack = await readPack(eventPack ?? '', t.first.clock.now());
  const command = await openDatabaseForCommand({ url: databaseUrl, folder: dataDir });
  for (const title of ['Moved once', 'Moved twice']) {
    // So that both nodes have the list before the change in their cache.
    await Promise.all(nodes.map(({ node }) => titles(node)));
    const before = nodes.map(({ stream }) => stream.state.agenda?.revision);
    const [first, ...others] = pack.content;
    if (first) await loadPack(command.db, { ...pack, content: [{ ...first, title }, ...others] });

    await Promise.all(
      nodes.map(async ({ stream, node }, index) => {
        await eventually(() => stream.state.agenda?.revision).not.toBe(before[index]);
        expect(await titles(node)).toContain(title);
      }),
    );
  }
  await loadPack(command.db, pack);
  await command.close();
});

test('live: an account has two streams; a third device is refused and ends no stream; a lost stream of the same session makes room (decision 047)', async () => {
  const me = await t.first.registerProved();
  const [first, second] = [await follow(me), await follow(me)];
  const { code } = await t.first.requestSignIn(me.profile.phone);
  const device = await t.first.ask('smsLogin', { body: { phone: me.profile.phone, code } });

  const { response } = await follow(device);

  expect(response.headers.get('retry-after')).toBe('30');
  expect({ status: response.status, body: await response.json() }).toEqual(
    refusal(503, 'You follow the event on other devices already.'),
  );
  expect([first.isOpen, second.isOpen]).toEqual([true, true]);
  const third = await follow(me);
  expect(await first.ended).toBe(true);
  expect([second.isOpen, third.isOpen]).toEqual([true, true]);
});

test('live: streams end soon after their token, at different times', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => t.first.register()));
  const streams = await Promise.all(people.map((who) => follow(who)));

  t.advance(10 * MINUTE + 5 * SECOND);
  await eventually(() => streams.filter(({ isOpen }) => isOpen).length).toBeLessThan(20);
  expect(streams.filter(({ isOpen }) => isOpen)).not.toHaveLength(0);
  t.advance(25 * SECOND);

  expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(Array(20).fill(true));
});

test('live: a session that ended on the other node, or whose account was erased, is cut; others are not (decision 031)', async () => {
  const [stays, leaves, erased] = await Promise.all([t.first.register(), t.first.register(), t.first.register()]);
  const [staying, leaving, forgotten] = await Promise.all(
    [stays, leaves, erased].map((who) => follow(who, t.secondUrl)),
  );
  await delay(500);
  expect([staying, leaving, forgotten].map((stream) => stream?.isOpen)).toEqual([true, true, true]);

  await t.first.ask('logout', { body: { refresh_token: leaves.refresh_token } });
  expect(await runHere([eraseCommand], ['erase', erased.profile.id], settingsOf(t.first))).toMatchObject({
    code: 0,
  });

  expect(await Promise.all([leaving?.ended, forgotten?.ended])).toEqual([true, true]);
  expect(staying?.isOpen).toBe(true);
});
