import { hostPoll } from '@companion/testkit/hostPoll';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { signedInMember } from '@companion/testkit/staffBrowser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getEvent } from '../event/eventQueries.ts';
import { DAY, HOUR, isoTime, SECOND } from '../platform/time.ts';
import { transact } from '../platform/transact.ts';
import { dismissFlood } from '../safeguards/dismissals.ts';

const POLL = { campaignId: 'polls', questionId: 'poll-a' };

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const reportFor = async (role: 'owner' | 'editor' | 'host') =>
  (await (await signedInMember(t, role)).browser.ask('getEventReport')).results;

/** A new attendee answers the poll, votes for a session, comments on it, asks its speakers and writes to the organizer. */
async function takePart(register: ServerTest['register']): Promise<void> {
  const { access_token: token } = await register();
  const item = { campaignId: 'agenda', contentId: 'opening' };
  await t.ask('answerQuestion', {
    token,
    params: { questionId: POLL.questionId },
    body: { ...POLL, answers: ['yes'], comment: '' },
  });
  await t.ask('createVote', { token, body: { ...item, vote: 'up' } });
  await t.ask('createComment', { token, body: { ...item, comment: 'Good.' } });
  await t.ask('createAudienceQuestion', { token, body: { contentId: 'opening', text: 'And now?' } });
  await t.ask('sendFeedback', { token, body: { message: 'Thank you.' } });
}

test('getEventReport: the event’s days hour by hour, what came before and after them, sessions by votes and comments, no dismissed account (decision 068)', async () => {
  const { db } = t.services;
  const { name, starts_at, ends_at } = await getEvent(db);
  await hostPoll(t.services, POLL, { state: 'open' });
  t.clock.set(isoTime(starts_at - 2 * DAY));
  await takePart(t.registerProved);
  t.clock.set(isoTime(starts_at));
  await takePart(t.register);
  const floodFrom = t.clock.now() + SECOND;
  t.clock.set(isoTime(floodFrom));
  await takePart(t.register);
  const { member } = await signedInMember(t, 'host');
  const span = { network: '127.0.0.0/24', since: floodFrom, until: t.clock.now() + 1 };
  await transact(t.services, (tx) => dismissFlood(tx, span, member.id));
  t.clock.set(isoTime(ends_at + 2 * DAY));
  await takePart(t.registerProved);

  const report = await reportFor('editor');

  const once = { registrations: 1, answers: 1, votes: 1, comments: 1, questions: 1 };
  expect(report.event).toMatchObject({ name, startDate: isoTime(starts_at), endDate: isoTime(ends_at) });
  expect(report.activity).toMatchObject({ before: once, after: once });
  expect(report.activity.hours.filter(({ answers }) => answers > 0)).toEqual([
    { at: isoTime(Math.floor(starts_at / HOUR) * HOUR), ...once },
  ]);
  expect(report.activity.hours.length % 24).toBe(0);
  expect(report).toMatchObject({
    registered: 3,
    questions: { asked: 3, answered: 0, upvotes: 0 },
    feedbackMessages: 4,
    dismissedAccounts: 1,
  });
  expect(report.sessions).toMatchObject({ up: 3, down: 0, comments: 3 });
  for (const ranked of [report.sessions.mostVotes, report.sessions.mostComments]) {
    expect(ranked.map(({ id }) => id)).toEqual(['opening']);
  }
});

test('getEventReport: has only the results of closed polls that the staff may see, counts the others, and says what it leaves out (decision 068)', async () => {
  const before = await reportFor('host');
  expect(before.polls.filter(({ poll }) => poll.id === POLL.questionId)).toEqual([]);
  expect(before.openPolls).toBeGreaterThan(0);

  // Shown to everyone, and still open.
  await hostPoll(t.services, POLL, { shownTo: 'everyone' });
  expect((await reportFor('host')).polls).toEqual(before.polls);

  await hostPoll(t.services, POLL, { state: 'closed', shownTo: 'none' });
  const hidden = await reportFor('host');
  expect(JSON.stringify(hidden.polls)).not.toContain(POLL.questionId);
  expect(hidden.hiddenPolls.map(({ id }) => id)).toEqual([POLL.questionId]);
  expect(hidden).toMatchObject({ openPolls: before.openPolls - 1, dismissedAnswers: 0 });

  await hostPoll(t.services, POLL, { shownTo: 'staff' });
  const shown = await reportFor('host');
  expect(shown.polls).toMatchObject([{ poll: { id: POLL.questionId }, total: { n: 3, counts: [3, 0] }, late: 0 }]);
  expect(shown).toMatchObject({ hiddenPolls: [], dismissedAnswers: 1 });
  const { browser } = await signedInMember(t, 'host');
  expect((await browser.ask('getReport', { query: { campaignId: POLL.campaignId } })).results.dismissed).toBe(1);
});

test('getEventReport: a draft in the archive was never asked', async () => {
  const other = { campaignId: 'polls', questionId: 'poll-b' };
  await hostPoll(t.services, other, { state: 'draft' });
  await hostPoll(t.services, other, { state: 'archived' });
  expect((await reportFor('host')).hiddenPolls).toEqual([]);
  // One that was asked is, without an answer too.
  await hostPoll(t.services, other, { state: 'open' });
  await hostPoll(t.services, other, { state: 'closed' });
  await hostPoll(t.services, other, { state: 'archived' });
  expect((await reportFor('host')).hiddenPolls.map(({ id }) => id)).toEqual([other.questionId]);
});

test('getEventReport: who may not see the attendees does not see how far they have come (decision 068)', async () => {
  expect((await reportFor('owner')).funnel).toMatchObject({ imported: 0, others: expect.any(Number) });
  expect((await reportFor('editor')).funnel).not.toBeNull();
  expect((await reportFor('host')).funnel).toBeNull();
});
