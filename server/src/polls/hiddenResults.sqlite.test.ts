import { type CallName, calls } from '@companion/contract/calls';
import { type Call, pathOf } from '@companion/contract/defineCall';
import { RESULTS_SHOWN_TO, type ResultsShownTo } from '@companion/contract/live';
import type { Credentials } from '@companion/contract/session';
import type { HallCounts } from '@companion/contract/staff/safeguards';
import { type StaffCallName, staffCalls } from '@companion/contract/staff/staffCalls';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { type StaffBrowser, signedInMember, staffBrowser } from '@companion/testkit/staffBrowser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { createStageScreen } from '../identity/staff/stageScreenQueries.ts';
import type { Audience } from '../live/liveSource.ts';
import { maySeeResults } from '../live/visibleState.ts';
import { recordChange } from '../platform/recordChange.ts';
import { transact } from '../platform/transact.ts';

/*
 * What is hidden is never sent: for those who may not see the results of a poll, no call has an answer, a header or an
 * ETag that changes when others answer it. The calls are those of the contract, so that a new one is included.
 */

const POLL = { campaignId: 'polls', questionId: 'poll-a' };

let t: ServerTest;
let me: Credentials;
let host: StaffBrowser;
/** Accounts that have not answered yet: a registration between two reads would change what the staff may see. */
let others: Credentials[];
let watchers: { name: string; audience: Audience; read(): Promise<Map<string, string>> }[];
beforeAll(async () => {
  t = await startServerTest();
  t.clock.freeze('2031-06-10T16:00:00.000Z');
  me = await t.register();
  others = await Promise.all([...RESULTS_SHOWN_TO, 'confirmed', 'survey'].map(() => t.register()));
  const member = await signedInMember(t, 'host');
  host = member.browser;
  const stageScreen = await addStageScreen(member.member.id);
  watchers = [
    { name: 'attendee', audience: 'everyone', read: () => readAsAttendee(me) },
    { name: 'stageScreen', audience: 'stage', read: () => readAsStaff(stageScreen) },
    { name: 'host', audience: 'staff', read: () => readAsStaff(host) },
  ];
  for (const role of ['editor', 'owner'] as const) {
    const { browser } = await signedInMember(t, role);
    watchers.push({ name: role, audience: 'staff', read: () => readAsStaff(browser) });
  }
  await setHallCounts('everyone');
  await change({ isOnStage: true });
});
afterAll(() => t.stop());

async function addStageScreen(createdBy: string): Promise<StaffBrowser> {
  const { link } = await transact(t.services, (tx) => createStageScreen(tx, { name: 'Stage', createdBy }));
  return staffBrowser(t, new Map([['__Host-stage', new URL(link).hash.replace('#key=', '')]]));
}

async function change(fields: { isOnStage?: true; shownTo?: ResultsShownTo }): Promise<void> {
  const { results } = await host.ask('getPolls');
  const version = results.find(({ id }) => id === POLL.questionId)?.version;
  await host.ask('changePoll', { params: POLL, body: { ...fields, version } });
}

async function setHallCounts(hallCounts: HallCounts): Promise<void> {
  const { version } = (await host.ask('getSafeguards')).results;
  await host.ask('changeSafeguards', { body: { hallCounts, version } });
}

/** Waits until the live state has all changes until now. */
async function liveIsCurrent({ access_token: token }: Credentials): Promise<void> {
  const { seq } = await transact(t.services, async (tx) => {
    await recordChange(tx, 'agenda', 'a change that follows all others');
    return tx.db.selectFrom('change_counter').select('seq').executeTakeFirstOrThrow();
  });
  const known = async () => (await t.ask('getLiveState', { token })).results.agenda.revision;
  await expect.poll(known).toBe(seq);
}

async function answerOnce(params = POLL): Promise<void> {
  const { access_token: token } = others.pop() ?? (await t.register());
  const body = { ...params, answers: ['yes'], comment: 'Words' };
  await t.ask('answerQuestion', { token, params, body });
}

const PAGES = ['/api/openapi.json', '/api/docs', '/event/event.json'];
const namesOf = <Name extends string>(all: Record<Name, Call>): Name[] =>
  (Object.keys(all) as Name[]).filter((name) => all[name].method === 'GET');

/** Values for the parameters of an address. */
function paramsOf(path: string, id: string): Record<string, string> {
  const item = { campaignId: 'agenda', contentId: 'opening' };
  return { id, ...(path.includes('{contentId}') ? item : POLL) };
}

async function readAsAttendee({ access_token: token, profile }: Credentials): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const name of namesOf<CallName>(calls)) {
    found.set(name, await shown(await t.request(name, { token, params: paramsOf(calls[name].path, profile.id) })));
  }
  for (const page of PAGES) found.set(page, await shown(await fetch(`${t.url}${page}`)));
  // What only the staff may read is not there for attendees.
  for (const name of namesOf<StaffCallName>(staffCalls)) {
    const { path } = staffCalls[name];
    const address = `${t.url}/api${pathOf({ path }, paramsOf(path, 'none'))}`;
    found.set(name, await shown(await fetch(address, { headers: { authorization: `Bearer ${token}` } })));
  }
  return found;
}

async function readAsStaff(browser: StaffBrowser): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const name of namesOf<StaffCallName>(staffCalls)) {
    found.set(name, await shown(await browser.request(name, { params: paramsOf(staffCalls[name].path, 'none') })));
  }
  return found;
}

/**
 * Everything of an answer but what differs from one request to the next, and how many have answered what is on stage,
 * which is no result (decision 058).
 */
async function shown(response: Response): Promise<string> {
  const headers = [...response.headers].filter(([name]) => name !== 'date' && name !== 'keep-alive');
  const body = (await response.text()).replace(/"(traceId|at)":"[^"]*"/g, '').replace(/"answered":\{[^}]*\}/, '');
  return JSON.stringify([response.status, headers, body]);
}

/** For the staff: the exports among these calls are audited, and how many have answered is never hidden. */
const CHANGES_ALWAYS = ['getAuditLog', 'getAnswerCount', 'getOverview', 'getActivity', 'getEventReport'];

test.each(RESULTS_SHOWN_TO)(
  'hidden results: shown to %s, no call of anyone else changes when others answer (decision 048)',
  async (shownTo) => {
    await change({ shownTo });
    await liveIsCurrent(me);
    const before = await Promise.all(watchers.map(({ read }) => read()));
    await answerOnce();
    // Figures that a node keeps for some seconds would hide a change.
    t.clock.freeze(new Date(t.clock.now() + 10_000).toISOString());

    for (const [index, { name, audience, read }] of watchers.entries()) {
      const after = await read();
      const changed = [...after.keys()].filter(
        (call) => !CHANGES_ALWAYS.includes(call) && after.get(call) !== before[index]?.get(call),
      );
      const isCountNew = after.get('getAnswerCount') !== before[index]?.get('getAnswerCount');
      expect(isCountNew, name).toBe(audience === 'staff');
      if (!maySeeResults(shownTo, audience)) {
        expect(changed, name).toEqual([]);
        // A count of a moment ago would not have changed.
        if (audience === 'everyone') expect(after.get('getLiveState')).toContain('\\"results\\":null');
      } else if (audience === 'stage') expect(changed, name).toEqual(['getStage']);
      else if (audience === 'staff') expect(changed, name).toContain('getPollResults');
    }
  },
);

test('hidden results: while the hall is shown confirmed answers only, no call of phones or stage changes when an unconfirmed account answers (decision 056)', async () => {
  await setHallCounts('confirmed');
  await change({ shownTo: 'everyone' });
  await liveIsCurrent(me);
  const before = await Promise.all(watchers.map(({ read }) => read()));
  await answerOnce();
  t.clock.freeze(new Date(t.clock.now() + 10_000).toISOString());

  for (const [index, { name, audience, read }] of watchers.entries()) {
    const after = await read();
    if (audience === 'staff') expect(after.get('getPollResults'), name).not.toBe(before[index]?.get('getPollResults'));
    else expect(after, name).toEqual(before[index]);
  }
  await setHallCounts('everyone');
});

test('hidden results: answers to a survey that was never hidden change calls of the staff only (decision 048)', async () => {
  // What is shown of the poll on stage follows its answers a moment later.
  await change({ shownTo: 'none' });
  await liveIsCurrent(me);
  const before = await Promise.all(watchers.map(({ read }) => read()));
  await answerOnce({ campaignId: 'pre-event', questionId: 'pre-yes' });
  t.clock.freeze(new Date(t.clock.now() + 10_000).toISOString());

  for (const [index, { name, audience, read }] of watchers.entries()) {
    const after = await read();
    const changed = ['getOverview', 'getReport', 'exportReport'].filter(
      (call) => after.get(call) !== before[index]?.get(call),
    );
    expect([name, changed.length]).toEqual([name, audience === 'staff' ? 3 : 0]);
    if (audience !== 'staff') expect(after).toEqual(before[index]);
  }
});

test('hidden questions from the hall: no call shows an attendee or a stage one that waits or was dismissed (decision 051)', async () => {
  await host.ask('putAudienceQuestionsOnStage', { params: { contentId: 'opening' }, body: { isOnStage: true } });
  await liveIsCurrent(me);
  const outside = watchers.filter(({ audience }) => audience !== 'staff');
  const read = () => Promise.all(outside.map((watcher) => watcher.read()));
  const before = await read();
  const changed = async () => {
    const after = await read();
    return after.map((found, index) =>
      [...found.keys()].filter((call) => found.get(call) !== before[index]?.get(call)),
    );
  };
  const { access_token: token } = await t.register();
  const body = { contentId: 'opening', text: 'Words of the hall' };
  const { id } = (await t.ask('createAudienceQuestion', { token, body })).results;
  const moderate = (state: string) =>
    host.ask('moderateAudienceQuestions', { body: { audienceQuestions: [{ id, state }] } });

  expect(await changed()).toEqual([[], []]);
  await moderate('dismissed');
  // A number: that something was moderated, so that its author's phone reads again what became of it.
  await expect.poll(changed).toEqual([['getLiveState'], []]);
  await moderate('shown');
  await expect.poll(changed).toEqual([['getAudienceQuestions', 'getLiveState'], ['getStage']]);
});

test('hidden results: while no one may see them, the stage is told how many have answered, and no one else is (decision 058)', async () => {
  await host.ask('putAudienceQuestionsOnStage', { params: { contentId: 'opening' }, body: { isOnStage: false } });
  await change({ isOnStage: true, shownTo: 'none' });
  await setHallCounts('everyone');
  const { n } = await t.services.db
    .selectFrom('answers')
    .select((by) => by.fn.countAll<number>().as('n'))
    .where('question_id', '=', POLL.questionId)
    .executeTakeFirstOrThrow();
  expect(Number(n)).toBeGreaterThan(0);

  const { results } = await host.ask('getStage');
  expect(results).toMatchObject({ results: null, answered: { ...POLL, n: Number(n), counted: 'everyone' } });
  const state = await t.ask('getLiveState', { token: me.access_token });
  expect(JSON.stringify(state)).not.toContain('answered');
});

test('hidden results: calls that write answer with no counts (decision 048)', () => {
  const writes = [...Object.values(calls), ...Object.values(staffCalls)].filter(({ method }) => method !== 'GET');

  expect(writes.length).toBeGreaterThan(20);
  for (const { path, answer } of writes)
    expect(JSON.stringify(z.toJSONSchema(answer, { unrepresentable: 'any' })), path).not.toMatch(/"(n|counts)"/);
});
