import { STAFF_LIVE_PATH } from '@companion/contract/live';
import type { Credentials } from '@companion/contract/session';
import { refusal, SIGN_IN } from '@companion/testkit/apiClient';
import { followLive, followStream, type LiveFollower } from '@companion/testkit/followLive';
import { moderateAudienceQuestion } from '@companion/testkit/hostAudienceQuestions';
import { hostPoll } from '@companion/testkit/hostPoll';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { signedInMember, stageScreen } from '@companion/testkit/staffBrowser';
import { STAGE_POLL, showOnStage } from '@companion/testkit/testStage';
import { scaled } from '@companion/testkit/timeScale';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { erasePerson } from '../archive/erasePerson.ts';
import { findPerson } from '../identity/accounts/findPerson.ts';
import { randomToken } from '../platform/deriveKeys.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest({}, { streamLimits: { sessionCheck: 100, interval: 50, heartbeat: 500 } });
});
afterAll(() => t.stop());

const followers: LiveFollower[] = [];
afterEach(() => {
  for (const follower of followers.splice(0)) follower.leave();
});

const eventually = (read: () => unknown) => expect.poll(read);

async function follow(cookies: Map<string, string>, query = ''): Promise<LiveFollower> {
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  const follower = await followStream(`${t.url}/api${STAFF_LIVE_PATH}${query}`, { cookie });
  followers.push(follower);
  return follower;
}

test('live: results are revealed to the staff, to the stage, to everyone, each with those before it (decision 047)', async () => {
  const host = await signedInMember(t, 'host');
  const attendee = await t.register();
  const [staff, stage, projector, phone] = await Promise.all([
    follow(host.browser.cookies),
    follow((await stageScreen(t, host.member.id)).cookies),
    follow(host.browser.cookies, '?audience=stage'),
    followLive(t.url, attendee.access_token),
  ]);
  followers.push(phone);
  const all = [staff, stage, projector, phone];
  const seeing = () => all.map(({ state }) => state.results !== null && state.results !== undefined);

  for (const [shownTo, expected] of [
    ['none', [false, false, false, false]],
    ['staff', [true, false, false, false]],
    ['stage', [true, true, true, false]],
    ['everyone', [true, true, true, true]],
    ['none', [false, false, false, false]],
  ] as const) {
    await showOnStage(t.services, shownTo);
    await eventually(seeing).toEqual(expected);
  }
  // Of those who saw them, none saw them earlier.
  const resultsOf = ({ frames }: LiveFollower) => frames.filter(({ event, data }) => event === 'results' && data);
  expect(resultsOf(staff).length).toBeGreaterThan(0);
  expect(resultsOf(staff)[0]?.data).toEqual({
    ...{ ...STAGE_POLL, n: 0, counts: [0, 0], confirmed: { n: 0, counts: [0, 0] } },
  });
  for (const follower of [stage, projector, phone])
    expect(resultsOf(follower)[0]?.data).toEqual({ ...STAGE_POLL, n: 0, counts: [0, 0], counted: 'everyone' });
});

test('live: the stage is told how many have answered while the results are hidden, staff and phones are not (decision 058)', async () => {
  const host = await signedInMember(t, 'host');
  const { access_token: token } = await t.registerProved();
  await showOnStage(t.services, 'none');
  const [staff, stage, phone] = await Promise.all([
    follow(host.browser.cookies),
    follow((await stageScreen(t, host.member.id)).cookies),
    followLive(t.url, token),
  ]);
  followers.push(phone);
  const known = () => stage.state.answered?.n;
  await eventually(known).toBeGreaterThanOrEqual(0);
  const before = known() ?? 0;

  await t.ask('answerQuestion', { token, params: STAGE_POLL, body: { ...STAGE_POLL, answers: ['yes'] } });

  await eventually(known).toBe(before + 1);
  expect(stage.state.answered).toMatchObject(STAGE_POLL);
  expect(stage.frames.filter(({ event, data }) => event === 'results' && data)).toEqual([]);
  for (const { frames } of [staff, phone]) expect(frames.filter(({ event }) => event === 'answered')).toEqual([]);
});

test('live: the staff learns how many questions wait, the stage what is new on its screen, and the phones neither (decision 051)', async () => {
  const { member, browser } = await signedInMember(t, 'host');
  const { access_token: token } = await t.register();
  const stageCookies = (await stageScreen(t, member.id)).cookies;
  const [staff, stage] = [await follow(browser.cookies), await follow(stageCookies)];
  const phone = await followLive(t.url, token);
  followers.push(phone);
  const screen = () => stage.state.screen;
  /** What a change on the screen is, apart from its number. */
  const changes = async (act: () => Promise<unknown>) => {
    const before = screen();
    await act();
    await eventually(screen).not.toEqual(before);
  };
  await eventually(() => staff.state.queue).toEqual({ pending: 0 });
  const body = { contentId: 'opening', text: 'Words of the hall' };
  const { id: audienceQuestionId } = (await t.ask('createAudienceQuestion', { token, body })).results;
  await eventually(() => staff.state.queue).toEqual({ pending: 1 });
  await changes(() =>
    browser.ask('putAudienceQuestionsOnStage', { params: { contentId: 'opening' }, body: { isOnStage: true } }),
  );
  await changes(() =>
    browser.ask('moderateAudienceQuestions', {
      body: { audienceQuestions: [{ id: audienceQuestionId, state: 'shown' }] },
    }),
  );
  await eventually(() => staff.state.queue).toEqual({ pending: 0 });
  await changes(() =>
    t.ask('upvoteAudienceQuestion', { token, params: { audienceQuestionId }, body: { upvoted: true } }),
  );
  expect(screen()).toMatchObject({ upvotes: 1 });
  // Attendees upvote without a change that is recorded.
  await t.ask('upvoteAudienceQuestion', { token, params: { audienceQuestionId }, body: { upvoted: false } });
  await eventually(screen).toMatchObject({ upvotes: 2 });

  const words = { campaignId: 'pre-event', questionId: 'pre-words' };
  await t.ask('answerQuestion', { token, params: words, body: { ...words, answers: [], comment: 'Words' } });
  await hostPoll(t.services, words, { shownTo: 'stage' });
  const [text] = (await browser.ask('getAnswerTexts', { params: words })).results.texts;
  const params = { ...words, textId: text?.id ?? '' };
  await changes(() => browser.ask('approveAnswerText', { params, body: { isApproved: true } }));

  await eventually(() => stage.text).toContain('event: beat');
  expect(stage.text).not.toContain('queue');
  expect(phone.text).not.toMatch(/queue|screen|beat/);
});

test('live: an erasure changes the screen of the stage at once, for a question and for an approved text (decision 019)', async () => {
  const { member, browser } = await signedInMember(t, 'host');
  const stage = await follow((await stageScreen(t, member.id)).cookies);
  await eventually(() => stage.state.screen).toBeDefined();
  const erasure = async ({ profile }: Credentials) => {
    const before = stage.state.screen?.revision ?? 0;
    await erasePerson(t.services, await findPerson(t.services.db, profile.id));
    const erasedAt = performance.now();
    await eventually(() => stage.state.screen?.revision).toBeGreaterThan(before);
    expect(performance.now() - erasedAt).toBeLessThan(scaled(1000));
  };

  const asking = await t.register();
  const body = { contentId: 'opening', text: 'Words of a person' };
  const { id } = (await t.ask('createAudienceQuestion', { token: asking.access_token, body })).results;
  await moderateAudienceQuestion(t.services, id, 'shown');
  await erasure(asking);

  const answering = await t.register();
  const words = { campaignId: 'pre-event', questionId: 'pre-words' };
  const answer = { ...words, answers: [], comment: 'Words of a person' };
  await t.ask('answerQuestion', { token: answering.access_token, params: words, body: answer });
  const { texts } = (await browser.ask('getAnswerTexts', { params: words })).results;
  const textId = texts.find(({ text }) => text === 'Words of a person')?.id ?? '';
  await browser.ask('approveAnswerText', { params: { ...words, textId }, body: { isApproved: true } });
  await erasure(answering);
});

test('live: the stream of the staff needs a member or a stage screen, from the console’s own pages; an attendee’s token opens nothing (decision 046)', async () => {
  const { access_token } = await t.register();
  const host = await signedInMember(t, 'host');
  const url = `${t.url}/api${STAFF_LIVE_PATH}`;
  const attempts: Record<string, string>[] = [
    {},
    { authorization: `Bearer ${access_token}` },
    { cookie: `__Host-staff=${randomToken()}` },
    {
      cookie: [...host.browser.cookies].map((pair) => pair.join('=')).join('; '),
      'sec-fetch-site': 'cross-site',
    },
  ];
  const replies = await Promise.all(
    attempts.map(async (headers) => {
      const { response } = await followStream(url, headers);
      return { status: response.status, body: await response.json() };
    }),
  );

  expect(replies.slice(0, 3)).toEqual([refusal(401, SIGN_IN), refusal(401, SIGN_IN), refusal(401, SIGN_IN)]);
  expect(replies[3]?.status).toBe(403);
});

test('live: many consoles of one member leave room for the stage in the same browser, and the reverse', async () => {
  const host = await signedInMember(t, 'host');
  const consoles = await Promise.all(Array.from({ length: 8 }, () => follow(host.browser.cookies)));
  const stages = await Promise.all(Array.from({ length: 4 }, () => follow(host.browser.cookies, '?audience=stage')));
  await eventually(() => stages.map(({ state }) => state.stage !== undefined)).toEqual(stages.map(() => true));

  const isOpen = ({ isOpen }: LiveFollower) => isOpen;
  expect([consoles.filter(isOpen).length, stages.filter(isOpen).length]).toEqual([8, 4]);
});

test('live: a member who signs out, one who is removed, and a stage screen that is revoked are cut; others are not', async () => {
  const [stays, leaves, removed] = [
    await signedInMember(t, 'owner'),
    await signedInMember(t, 'editor'),
    await signedInMember(t, 'host'),
  ];
  const { cookies: screenCookies } = await stageScreen(t, stays.member.id);
  const [staying, leaving, removing, screen] = await Promise.all([
    follow(stays.browser.cookies),
    follow(leaves.browser.cookies),
    follow(removed.browser.cookies),
    follow(screenCookies),
  ]);

  await leaves.browser.ask('signOutStaff');
  await t.services.db
    .updateTable('staff')
    .set({ removed_at: t.clock.now() })
    .where('id', '=', removed.member.id)
    .execute();
  await t.services.db.deleteFrom('stage_screens').execute();

  expect(await Promise.all([leaving.ended, removing.ended, screen.ended])).toEqual([true, true, true]);
  expect(staying.isOpen).toBe(true);
});
