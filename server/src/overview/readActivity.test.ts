import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { signedInMember } from '@companion/testkit/staffBrowser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR } from '../platform/time.ts';
import { transact } from '../platform/transact.ts';
import { dismissFlood } from '../safeguards/dismissals.ts';
import { readToday } from './readActivity.ts';
import { readPeople } from './readOverview.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

test('activity: counts what came in in each hour of today, also when clocks change, and answers whose results are shown to no one', async () => {
  const activity = () => readToday(t.services, t.clock.now());
  // 1:30 AM in the event's zone, and an hour later 1:30 AM again.
  t.clock.set('2031-11-02T05:30:00.000Z');
  const { access_token: token } = await t.register();
  const item = { campaignId: 'agenda', contentId: 'opening' };
  await t.ask('createVote', { token, body: { ...item, vote: 'up' } });
  await t.ask('answerQuestion', {
    token,
    params: { questionId: 'pre-yes' },
    body: { campaignId: 'pre-event', questionId: 'pre-yes', answers: ['yes'], comment: '' },
  });
  t.clock.advance(HOUR);
  // The session of an hour ago has to be renewed.
  const { access_token: later } = await t.register();
  await t.ask('createComment', { token: later, body: { ...item, comment: 'Good.' } });
  await t.ask('createAudienceQuestion', { token: later, body: { contentId: 'opening', text: 'And now?' } });
  await t.ask('answerQuestion', {
    token: later,
    params: { questionId: 'poll-b' },
    body: { campaignId: 'polls', questionId: 'poll-b', answers: ['yes'], comment: '' },
  });

  const none = { registrations: 0, answers: 0, votes: 0, comments: 0, questions: 0 };
  const hours = await activity();
  expect(hours).toHaveLength(25);
  expect(hours.slice(0, 3)).toEqual([
    { at: '2031-11-02T04:00:00.000Z', ...none },
    { at: '2031-11-02T05:00:00.000Z', ...none, registrations: 1, answers: 1, votes: 1 },
    { at: '2031-11-02T06:00:00.000Z', ...none, registrations: 1, answers: 1, comments: 1, questions: 1 },
  ]);
  t.clock.advance(DAY);
  expect((await activity()).filter(({ votes, comments }) => votes + comments > 0)).toEqual([]);
  const { browser } = await signedInMember(t, 'host');
  expect((await browser.ask('getActivity')).results.hours).toHaveLength(24);
});

test('activity: counts nothing of dismissed accounts, nor the accounts, until it is undone; who registers without a flood counts', async () => {
  t.clock.set('2031-12-01T15:00:00.000Z');
  const [people, before] = [await readPeople(t.services, t.clock.now()), await readToday(t.services, t.clock.now())];
  const since = t.clock.now();
  const item = { campaignId: 'agenda', contentId: 'opening' };
  for (const register of [t.register, t.registerProved]) {
    const { access_token: token } = await register();
    await t.ask('createVote', { token, body: { ...item, vote: 'up' } });
    await t.ask('createComment', { token, body: { ...item, comment: 'Good.' } });
    await t.ask('createAudienceQuestion', { token, body: { contentId: 'opening', text: 'And now?' } });
    await t.ask('answerQuestion', {
      token,
      params: { questionId: 'pre-yes' },
      body: { campaignId: 'pre-event', questionId: 'pre-yes', answers: ['yes'], comment: '' },
    });
  }
  const ofHour = async () =>
    (await readToday(t.services, t.clock.now())).find(({ at }) => at === '2031-12-01T15:00:00.000Z');
  expect(before.every(({ registrations }) => registrations === 0)).toBe(true);
  const each = { at: '2031-12-01T15:00:00.000Z', registrations: 2, answers: 2, votes: 2, comments: 2, questions: 2 };
  expect(await ofHour()).toEqual(each);

  const { member } = await signedInMember(t, 'host');
  const span = { network: '127.0.0.0/24', since, until: t.clock.now() + 1 };
  await transact(t.services, (tx) => dismissFlood(tx, span, member.id));

  expect(await ofHour()).toEqual({ ...each, registrations: 1, answers: 1, votes: 1, comments: 1, questions: 1 });
  expect((await readPeople(t.services, t.clock.now())).registered).toBe(people.registered + 1);
});
