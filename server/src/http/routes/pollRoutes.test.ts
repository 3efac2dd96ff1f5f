import { type Poll, type PollChange, pollConflict, pollsConflict } from '@companion/contract/staff/polls';
import { refusal } from '@companion/testkit/apiClient';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { showEveryone } from '@companion/testkit/showEveryone';
import { type StaffBrowser, signedInMember } from '@companion/testkit/staffBrowser';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const A = { campaignId: 'polls', questionId: 'poll-a' };
const WORDS = { campaignId: 'pre-event', questionId: 'pre-words' };
const HIDDEN = refusal(403, 'The results of this poll are shown to no one. Show them to the staff first.');

let t: ServerTest;
let host: StaffBrowser;
beforeAll(async () => {
  t = await startServerTest();
  await showEveryone(t);
});
afterAll(() => t.stop());
beforeEach(async () => {
  for (const table of ['answer_approvals', 'answers', 'polls', 'stage', 'audit_log'] as const) {
    await t.services.db.deleteFrom(table).execute();
  }
  host = (await signedInMember(t, 'host')).browser;
});

const pollOf = async ({ campaignId, questionId } = A): Promise<Poll> => {
  const { results } = await host.ask('getPolls');
  const poll = results.find((one) => one.campaignId === campaignId && one.id === questionId);
  if (!poll) throw new Error(`${questionId} is not listed`);
  return poll;
};
const change = async (fields: Omit<PollChange, 'version'>, params = A, browser = host): Promise<Poll> => {
  const body = { ...fields, version: (await pollOf(params)).version };
  t.clock.advance(1);
  return (await browser.ask('changePoll', { params, body })).results;
};
const audited = () =>
  t.services.db
    .selectFrom('audit_log')
    .select(['action', 'entity', 'entity_id', 'fields', 'staff_id'])
    .orderBy('at')
    // What one call changes has one time.
    .orderBy('entity_id')
    .execute();

async function answerAll(params: typeof A, given: object[]): Promise<void> {
  for (const one of given) {
    // The newest text comes first.
    t.clock.advance(1);
    const { access_token: token } = await t.register({ organizationType: 'MBE' });
    await t.ask('answerQuestion', { token, params, body: { ...params, answers: [], ...one } });
  }
}

test('getPolls, changePoll: a host opens, stages, closes and reveals, and the audit log has each change (decision 048)', async () => {
  const { member, browser } = await signedInMember(t, 'host');
  expect((await host.ask('getPolls')).results.map(({ id }) => id)).toContain('post-only');

  expect(await change({ state: 'open', isOnStage: true, closesInSeconds: 60 }, A, browser)).toMatchObject({
    ...{ state: 'open', isOnStage: true, version: 1, closesAt: expect.stringMatching(/Z$/) },
  });
  expect(await change({ state: 'closed', shownTo: 'everyone' }, A, browser)).toMatchObject({ state: 'closed' });
  expect(await pollOf()).toMatchObject({ state: 'closed', shownTo: 'everyone', version: 2 });

  const row = { action: 'changePoll', entity: 'question', entity_id: 'poll-a', staff_id: member.id };
  expect(await audited()).toEqual([
    { ...row, fields: '["state","closesInSeconds","isOnStage"]' },
    { ...row, fields: '["state","shownTo"]' },
  ]);
});

test('changePoll: with an old version it is a 409 with the current poll, and nothing is audited (decision 048)', async () => {
  const current = await change({ state: 'draft' });

  const { status, body } = await host.send('changePoll', { params: A, body: { state: 'closed', version: 0 } });
  expect(status).toBe(409);
  expect(pollConflict.parse(body).results).toEqual(current);
  expect(await audited()).toHaveLength(1);
});

test('changePoll: of 50 presses by five hosts at once, each that is acknowledged is audited, and one state is left (decision 048)', async () => {
  const hosts = await Promise.all(Array.from({ length: 5 }, () => signedInMember(t, 'host')));
  const made: Poll[] = [];
  const press = async ({ browser }: (typeof hosts)[number], state: 'open' | 'closed') => {
    for (let version = 0; ; ) {
      const { status, body } = await browser.send('changePoll', { params: A, body: { state, version } });
      if (status === 200) return made.push((body as { results: Poll }).results);
      version = pollConflict.parse(body).results.version;
    }
  };

  await Promise.all(
    hosts.flatMap((one) => Array.from({ length: 10 }, (_, index) => press(one, index % 2 ? 'open' : 'closed'))),
  );
  const versions = made.map(({ version }) => version).sort((a, b) => a - b);
  expect(versions).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  expect(await pollOf()).toEqual(made.find(({ version }) => version === 50));
  expect(await audited()).toHaveLength(50);
});

test('setRunningOrder: the polls of the stage come in that order, and it is audited (decision 048)', async () => {
  const polls = [{ ...A, questionId: 'poll-b' }, A];
  const { results } = await host.ask('setRunningOrder', { body: { polls, before: [] } });

  const places = results.filter(({ stagePosition }) => stagePosition !== null);
  expect(places.map(({ id, stagePosition }) => [id, stagePosition])).toEqual([
    ['poll-a', 1],
    ['poll-b', 0],
  ]);
  expect(await audited()).toMatchObject([{ action: 'setRunningOrder', entity: 'stage' }]);

  const { status, body } = await host.send('setRunningOrder', { body: { polls: [A], before: [] } });
  expect(status).toBe(409);
  expect(pollsConflict.parse(body).results).toEqual(results);
});

test('changePollStates: a host makes every poll a draft at once, each is audited, and gives them back (decision 053)', async () => {
  const before = (await host.ask('getPolls')).results.filter(({ campaignId }) => campaignId === 'polls');
  const bodyOf = (polls: Poll[], stateOf: (poll: Poll) => Poll['state']) => ({
    polls: polls.map((poll) => {
      const { campaignId, id: questionId, version } = poll;
      return { campaignId, questionId, version, state: stateOf(poll) };
    }),
  });
  const { results } = await host.ask('changePollStates', { body: bodyOf(before, () => 'draft') });
  const drafts = results.filter(({ state }) => state === 'draft');
  expect(drafts.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(await audited()).toMatchObject(
    before.map(({ id }) => ({ action: 'changePollStates', entity_id: id, fields: '["state"]' })),
  );

  const { status, body } = await host.send('changePollStates', { body: bodyOf(before, () => 'closed') });
  expect(status).toBe(409);
  expect(pollsConflict.parse(body).results).toEqual(results);
  await host.ask('changePollStates', { body: bodyOf(drafts, () => 'open') });
  expect((await pollOf()).state).toBe('open');
});

test('getPollResults, exportPollResults: hidden until they are shown to the staff, then counted (decision 048)', async () => {
  await answerAll(A, [{ answers: ['yes'] }, { answers: ['yes'] }, { answers: ['no'] }]);
  expect(await host.send('getPollResults', { params: A })).toEqual(HIDDEN);
  expect(await host.send('exportPollResults', { params: A })).toEqual(HIDDEN);

  await change({ shownTo: 'staff' });
  const results = { ...A, n: 3, counts: [2, 1], confirmed: { n: 0, counts: [0, 0] } };
  expect((await host.ask('getPollResults', { params: A })).results).toEqual({
    total: results,
    late: 0,
    byOrganizationType: [{ organizationType: 'MBE', results }],
  });
  t.clock.advance(1);
  const csv = await host.request('exportPollResults', { params: A });
  expect((await audited()).at(-1)).toMatchObject({ action: 'exportPollResults', entity_id: 'poll-a', fields: '[]' });
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(csv.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''polls%20poll-a.csv");
  expect(await csv.text()).toBe(
    [
      ...['First?,Share,All,Confirmed,MBE', 'yes,66.7%,2,0,2', 'no,33.3%,1,0,1', '(everyone who answered),,3,0,3'],
      ...['(of them arrived after the closing),,0,,', ''],
    ].join('\r\n'),
  );
});

test('getAnswerCount: how many have answered is known while their answers are shown to no one (decision 048)', async () => {
  await answerAll(A, [{ answers: ['yes'] }, { answers: ['no'] }]);
  expect(await host.send('getPollResults', { params: A })).toEqual(HIDDEN);
  expect((await host.ask('getAnswerCount', { params: A })).results).toEqual({ n: 2, confirmed: 0 });
  const unknown = { campaignId: 'polls', questionId: 'post-only' };
  expect(await host.send('getAnswerCount', { params: unknown })).toEqual(refusal(404, 'There is no such question.'));
});

test('getAnswerTexts: searched, paged and hidden until they are shown to the staff (decision 048)', async () => {
  await answerAll(WORDS, [{ comment: 'More coffee' }, { comment: '100% tea' }, { comment: '=1+1' }]);
  const params = WORDS;
  await change({ shownTo: 'none' }, WORDS);
  expect(await host.send('getAnswerTexts', { params })).toEqual(HIDDEN);
  await change({ shownTo: 'staff' }, WORDS);

  const find = async (query: Record<string, string>) => {
    const { texts, total } = (await host.ask('getAnswerTexts', { params, query })).results;
    return [texts.map(({ text }) => text), total];
  };
  expect(await find({})).toEqual([['=1+1', '100% tea', 'More coffee'], 3]);
  expect(await find({ search: ' COFFEE ' })).toEqual([['More coffee'], 1]);
  // A wildcard of the database is a character like any other.
  expect(await find({ search: '0%' })).toEqual([['100% tea'], 1]);
  expect(await find({ search: '_' })).toEqual([[], 0]);
  expect(await find({ page: '2' })).toEqual([[], 3]);
  expect(await host.send('getAnswerTexts', { params, query: { page: '0' } })).toMatchObject({ status: 400 });
  const csv = await (await host.request('exportPollResults', { params })).text();
  expect(csv.split('\r\n').map((line) => line.split(',')[0])).toEqual([
    ...['Anything else?', 'More coffee', '100% tea', "'=1+1", ''],
  ]);
});

test('approveAnswerText, getStage: a stage shows approved texts and the results, once they are shown to it (decision 048)', async () => {
  await answerAll(WORDS, [{ comment: 'First' }, { comment: '<img onerror>' }]);
  await change({ shownTo: 'staff', isOnStage: true }, WORDS);
  const texts = (await host.ask('getAnswerTexts', { params: WORDS })).results.texts;
  const approve = (index: number, isApproved: boolean) =>
    host.ask('approveAnswerText', { params: { ...WORDS, textId: texts[index]?.id ?? '' }, body: { isApproved } });
  const stage = async () => (await host.ask('getStage')).results;

  expect((await approve(0, true)).results).toEqual({ ...texts[0], isApproved: true });
  await approve(0, true);
  expect((await host.ask('getAnswerTexts', { params: WORDS, query: { approved: 'yes' } })).results.total).toBe(1);
  expect((await host.ask('getAnswerTexts', { params: WORDS, query: { approved: 'no' } })).results.total).toBe(1);
  const answered = { ...WORDS, n: 2, counted: 'everyone' };
  expect(await stage()).toMatchObject({ poll: { id: 'pre-words', state: 'open' }, answered, results: null, texts: [] });
  await change({ shownTo: 'stage' }, WORDS);
  expect(await stage()).toEqual({
    ...{ eventName: 'Test Summit', eventColor: null, joinUrl: t.url, codeUrl: `${t.url}/polls/pre-event/pre-words` },
    ...{ texts: ['<img onerror>'], board: null, answered },
    results: { ...WORDS, n: 2, counts: [], counted: 'everyone' },
    poll: {
      ...{ id: 'pre-words', campaignId: 'pre-event', question: 'Anything else?', questionTypes: 'comment' },
      ...{ options: [], state: 'open', closesAt: null },
    },
  });
  await approve(0, false);
  expect((await stage()).texts).toEqual([]);
  await change({ state: 'draft' }, WORDS);
  expect(await stage()).toMatchObject({ codeUrl: t.url, poll: null, answered: null, results: null, texts: [] });

  const log = await audited();
  expect(log.filter(({ action }) => action === 'approveAnswerText')).toHaveLength(3);
  // What the log has does not identify who wrote the text.
  expect(JSON.stringify(log)).not.toContain(texts[0]?.id);
  const authors = await t.services.db.selectFrom('answers').select('account_id').execute();
  expect(authors).toHaveLength(2);
  for (const { account_id } of authors) expect(JSON.stringify([log, texts])).not.toContain(account_id);
  const unknown = { params: { ...WORDS, textId: 'unknown' }, body: { isApproved: true } };
  expect(await host.send('approveAnswerText', unknown)).toEqual(refusal(404, 'There is no such text.'));
});

test('getReport, exportReport: a campaign or all, without what is hidden, and the export is audited (decision 053)', async () => {
  const faces = { campaignId: 'pre-event', questionId: 'pre-faces' };
  await answerAll(faces, [{ answers: [5] }, { answers: [4] }]);
  await answerAll(WORDS, [{ comment: 'First' }, { comment: '=1+1' }]);
  await answerAll(A, [{ answers: ['yes'] }]);
  const one = { campaignId: 'pre-event', questionId: 'pre-faces' };

  const { eventName, at, questions } = (await host.ask('getReport', { query: one })).results;
  const confirmed = { n: 0, counts: [0, 0, 0, 0, 0] };
  const results = { ...faces, n: 2, counts: [0, 0, 0, 1, 1], confirmed };
  expect([eventName, Math.abs(Date.parse(at) - t.clock.now()) < 60_000]).toEqual(['Test Summit', true]);
  const figures = { total: results, late: 0, byOrganizationType: [{ organizationType: 'MBE', results }] };
  expect(questions).toEqual([{ poll: await pollOf(faces), figures, texts: [] }]);

  const all = (await host.ask('getReport', { query: { texts: 'yes' } })).results.questions;
  expect(all.map(({ poll }) => poll.id)).toEqual((await host.ask('getPolls')).results.map(({ id }) => id));
  expect(all.find(({ poll }) => poll.id === 'poll-a')).toMatchObject({ figures: null, texts: [] });
  expect(all.find(({ poll }) => poll.id === 'pre-words')).toMatchObject({ texts: ['=1+1', 'First'] });

  const response = await host.request('exportReport', { query: { campaignId: 'pre-event' } });
  expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''pre-event.csv");
  const lines = (await response.text()).split('\r\n');
  expect(lines[0]).toBe(
    'Survey or poll,Question,Answer,Share,All,Confirmed,8(a),HUBZone,SDVOSB,WOSB,MBE,Large,Small,other,unknown',
  );
  expect(lines.filter((line) => line.includes('Very good') || line.includes('(mean)')).slice(0, 2)).toEqual([
    'Before,How do you feel?,Very good,50%,1,0,0,0,0,0,1,0,0,0,0',
    'Before,How do you feel?,(mean),,4.50,,,,,,4.50,,,,',
  ]);
  expect(lines).toContain("Before,Anything else?,'=1+1,,,,,,,,,,,,");
  t.clock.advance(1);
  const hidden = (await (await host.request('exportReport')).text())
    .split('\r\n')
    .filter((line) => line.includes('First?'));
  expect(hidden).toEqual(['Polls,First?,(left out: its results are shown to no one),,,,,,,,,,,,']);
  // The log has no text that a caller has made up.
  const unknown: Record<string, string>[] = [
    { campaignId: 'Ann Zed\r\nsaid so' },
    { campaignId: 'polls', questionId: 'pre-faces' },
  ];
  for (const query of unknown) {
    expect(await host.send('exportReport', { query })).toEqual(refusal(404, 'There is no such question.'));
    expect(await host.send('getReport', { query })).toEqual(refusal(404, 'There is no such question.'));
  }
  expect(await audited()).toMatchObject([
    { action: 'exportReport', entity: 'report', entity_id: 'pre-event' },
    { action: 'exportReport', entity: 'report', entity_id: 'all results' },
  ]);
});
