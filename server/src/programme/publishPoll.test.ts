import { randomUUID } from 'node:crypto';
import { createPoll } from '@companion/contract/staff/polls';
import type { ProgrammeEdit } from '@companion/contract/staff/programme';
import { type StaffBrowser, signedInMember } from '@companion/testkit/staffBrowser';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '../platform/time.ts';
import { transact } from '../platform/transact.ts';
import { preparePoll, publishPoll } from './publishPoll.ts';

let nodes: TwoNodes;
let owner: StaffBrowser;
let host: StaffBrowser;
beforeAll(async () => {
  nodes = await startTwoNodes();
  owner = (await signedInMember(nodes.first, 'owner')).browser;
  host = (await signedInMember(nodes.first, 'host')).browser;
});
afterAll(() => nodes.stop());

const POLL = { campaignId: 'polls', question: 'Shall we go on until six?', type: 'yes-no' } as const;
const read = async () => (await owner.ask('getProgramme')).results;
const edit = async (...edits: ProgrammeEdit[]) => (await owner.ask('editProgramme', { body: { edits } })).results;
const ofHall = async (token: string) => (await nodes.first.ask('getQuestions', { token })).results;

test('a poll on the spot: it is published as a draft poll without what else the draft has, and its plan stays (decision 061)', async () => {
  const { programme } = await read();
  const closing = programme.agenda.find(({ id }) => id === 'closing');
  const from = closing?.title ?? null;
  const { undo } = await edit({ op: 'set', list: 'agenda', id: 'closing', field: 'title', from, to: 'Unfinished' });
  const at = new Date(nodes.first.clock.now() + HOUR).toISOString();
  const before = (await owner.ask('publishProgramme', { body: { version: (await read()).draft.version, at } })).results;

  const { results: poll } = await host.ask('createPoll', { body: POLL });

  expect(poll).toMatchObject({
    ...{ campaignId: 'polls', id: 'shall-we-go-on-until-six', question: POLL.question, questionTypes: 'yes-no' },
    ...{ state: 'draft', isOnStage: false, stagePosition: null },
  });
  const { draft, programme: after } = await read();
  expect(draft).toMatchObject({ revision: before.revision + 1, changes: 1, publishAt: at });
  expect(after.questions.at(-1)).toEqual({ id: poll.id, campaign: 'polls', type: 'yes-no', question: POLL.question });
  const { access_token: token } = await nodes.first.register();
  const item = { campaignId: 'agenda', contentId: 'closing' };
  expect((await nodes.first.ask('getContentItem', { token, params: item })).results.title).toBe(from);
  // No phone shows it before a host opens it.
  expect((await ofHall(token)).map(({ id }) => id)).not.toContain(poll.id);
  const params = { campaignId: 'polls', questionId: poll.id };
  await host.ask('changePoll', { params, body: { state: 'open', isOnStage: true, version: poll.version } });
  expect((await ofHall(token)).map(({ id }) => id)).toContain(poll.id);
  const { results: entries } = await owner.ask('getAuditLog');
  expect(entries.find(({ action }) => action === 'createPoll')).toMatchObject({ name: POLL.question });
  await owner.ask('publishProgramme', { body: { version: draft.version, at: null } });
  await edit(...undo);
});

test('a poll on the spot: a repeated request makes one poll, and another poll of the same words has its own id', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const body = { ...POLL, question: 'Tea or coffee?', type: 'options' as const, options: ['Tea', 'Coffee'] };

  const [first, again] = [
    await host.send('createPoll', { body, headers }),
    await host.send('createPoll', { body, headers }),
  ];
  const other = await host.ask('createPoll', { body });

  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.body).toEqual(first.body);
  expect(other.results).toMatchObject({ id: 'tea-or-coffee-2', options: ['Tea', 'Coffee'] });
  const { programme } = await read();
  expect(programme.questions.filter(({ question }) => question === body.question)).toHaveLength(2);
});

test('a poll on the spot: the undo of what was published before it is refused, since it would take the poll back', async () => {
  const { agenda } = (await read()).programme;
  const from = agenda.find(({ id }) => id === 'closing')?.title ?? null;
  const before = (await read()).draft;
  const { version } = await edit({ op: 'set', list: 'agenda', id: 'closing', field: 'title', from, to: 'Published' });
  const published = (await owner.ask('publishProgramme', { body: { version } })).results;
  expect(published).toMatchObject({ revision: before.revision + 1, version, changes: 0 });

  await host.ask('createPoll', { body: { ...POLL, question: 'Shall it stay?' } });

  const undo = { params: { revision: String(before.revision) }, body: { version } };
  expect(await owner.send('rollBackProgramme', undo)).toMatchObject({ status: 409 });
  expect((await read()).programme.questions.map(({ question }) => question)).toContain('Shall it stay?');
});

test.each([
  [{ ...POLL, question: ' \u200b ' }, { question: 'Required' }],
  [{ ...POLL, type: 'options', options: ['Tea'] }, { options: 'Options must be two or more' }],
  [{ ...POLL, type: 'options', options: ['Tea', 'Tea'] }, { options: 'Options has the same option twice' }],
  [{ ...POLL, options: ['Tea', 'Coffee'] }, { options: 'Options are not allowed with type yes-no' }],
  [{ ...POLL, type: 'ranking' }, { type: expect.any(String) }],
  [{ ...POLL, campaignId: 'pre-event' }, { campaignId: 'Choose a set of polls' }],
  [{ ...POLL, campaignId: 'none' }, { campaignId: 'Choose a set of polls' }],
])('a poll on the spot: %j is rejected by its field, and nothing changes', async (body, errors) => {
  const before = (await read()).draft;

  const answer = await host.send('createPoll', { body: body as typeof POLL });

  expect(answer).toMatchObject({ status: 400, body: { errors } });
  expect((await read()).draft).toEqual(before);
});

test('a poll on the spot: a set that the draft no longer has cannot get one', async () => {
  const { programme } = await read();
  const [set] = programme.campaigns.filter(({ id }) => id === 'polls');
  const ofSet = programme.questions.filter(({ campaign }) => campaign === 'polls');
  const removals = [...ofSet, set].map((entry, index): ProgrammeEdit => {
    const { id, ...from } = entry ?? { id: '' };
    return { op: 'remove', list: index < ofSet.length ? 'questions' : 'campaigns', id, from };
  });
  const { undo } = await edit(...removals);

  const answer = await host.send('createPoll', { body: POLL });

  expect(answer).toMatchObject({ status: 400, body: { errors: { campaignId: expect.stringContaining('no longer') } } });
  await edit(...undo);
});

test('a poll on the spot: a member adds 60 an hour, and another one is not held back by that', async () => {
  const { first } = nodes;
  const busy = await signedInMember(first, 'host');
  const row = { count: 60, window_start: first.clock.now() };
  await first.services.db
    .insertInto('rate_limits')
    .values({ key: `new poll ${busy.member.id}`, ...row })
    .execute();

  const refused = await busy.browser.send('createPoll', { body: POLL });
  const { results } = await host.ask('createPoll', { body: POLL });

  expect(refused).toMatchObject({ status: 429, body: { message: expect.stringContaining('60 polls') } });
  expect((await read()).programme.questions.at(-1)?.id).toBe(results.id);
});

test('a poll on the spot: what was published while it was checked is not undone', async () => {
  const { services } = nodes.first;
  const prepared = await preparePoll(services, createPoll.body.parse(POLL));
  const first = await host.ask('createPoll', { body: { ...POLL, question: 'First?' } });

  const late = transact(services, (tx) => publishPoll(tx, prepared, 'nobody'));

  await expect(late).rejects.toThrow('in the meantime');
  expect((await read()).programme.questions.map(({ id }) => id)).toContain(first.results.id);
});
