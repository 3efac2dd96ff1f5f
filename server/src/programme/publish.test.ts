import { setTimeout as delay } from 'node:timers/promises';
import { EDITS_MAX, type ProgrammeEdit } from '@companion/contract/staff/programme';
import { type StaffBrowser, signedInMember, staffBrowser } from '@companion/testkit/staffBrowser';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '../platform/time.ts';
import { transact } from '../platform/transact.ts';
import { prepareDraft, publish } from './publish.ts';

let nodes: TwoNodes;
let ada: StaffBrowser;
/** The same member on the other node. */
let there: StaffBrowser;
beforeAll(async () => {
  nodes = await startTwoNodes();
  ada = (await signedInMember(nodes.first, 'owner')).browser;
  there = staffBrowser({ url: nodes.secondUrl }, ada.cookies);
});
afterAll(() => nodes.stop());

const read = async (browser = ada) => (await browser.ask('getProgramme')).results;
const edit = async (...edits: ProgrammeEdit[]) => (await ada.ask('editProgramme', { body: { edits } })).results;
const setTitle = async (to: string) => {
  const { agenda } = (await read()).programme;
  const from = agenda.find(({ id }) => id === 'closing')?.title ?? null;
  return edit({ op: 'set', list: 'agenda', id: 'closing', field: 'title', from, to });
};
const publishNow = async (browser = ada) => {
  const { version } = (await read()).draft;
  return (await browser.ask('publishProgramme', { body: { version } })).results;
};
const plan = async (at: string | null) => {
  const { version } = (await read()).draft;
  return (await ada.ask('publishProgramme', { body: { version, at } })).results;
};
const inAMinute = () => new Date(nodes.first.clock.now() + MINUTE).toISOString();
const everything = async () => {
  const { db } = nodes.first.services;
  const tables = [
    'events',
    'content',
    'campaigns',
    'questions',
    'polls',
    'revisions',
    'programme_draft',
    'changes',
  ] as const;
  return Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
};

test('publish: what fails at its end leaves nothing of it', async () => {
  await setTitle('Never published');
  await edit({
    op: 'remove',
    list: 'questions',
    id: 'poll-b',
    from: { campaign: 'polls', type: 'yes-no', question: 'Second?' },
  });
  const before = await everything();
  const { services } = nodes.first;
  const prepared = await prepareDraft(services);
  const fails = transact(services, async (tx) => {
    await publish(tx, prepared, { origin: 'console', staffId: null });
    throw new Error('The database went away.');
  });

  await expect(fails).rejects.toThrow('went away');

  expect(await everything()).toEqual(before);
  await ada.ask('discardDraft', { body: { version: prepared.version } });
});

test('publish: a draft that was discarded comes back by its undo', async () => {
  await setTitle('Discarded');
  await edit({ op: 'add', list: 'speakers', fields: { name: 'New Speaker' }, after: null });
  const { programme, draft } = await read();

  const { results } = await ada.ask('discardDraft', { body: { version: draft.version } });

  expect(results.draft.changes).toBe(0);
  await edit(...results.undo);
  expect((await read()).programme).toEqual(programme);
  await ada.ask('discardDraft', { body: { version: (await read()).draft.version } });
});

test('publish: of more changes than can be made at once, a discard has no undo', async () => {
  const { draft } = await read();
  for (const length of [EDITS_MAX, 1])
    await edit(...Array.from({ length }, () => ({ op: 'add', list: 'speakers', fields: { name: 'One' } }) as const));

  const { results } = await ada.ask('discardDraft', { body: { version: (await read()).draft.version } });

  expect(results).toMatchObject({ draft: { changes: 0, revision: draft.revision }, undo: [] });
});

test('rollback: it restores the programme byte for byte, while votes, answers and ids stay', async () => {
  const first = (await read()).draft.revision;
  const { access_token: token } = await nodes.first.register();
  const item = { campaignId: 'agenda', contentId: 'closing' };
  await nodes.first.ask('createVote', { token, body: { ...item, vote: 'up' } });
  await nodes.first.ask('answerQuestion', {
    ...{ token, params: { questionId: 'pre-yes' } },
    body: { campaignId: 'pre-event', questionId: 'pre-yes', answers: ['yes'], comment: '' },
  });
  const { db } = nodes.first.services;
  const written = async () => [
    await db.selectFrom('answers').selectAll().orderBy('account_id').orderBy('question_id').execute(),
    await db.selectFrom('votes').selectAll().execute(),
  ];
  const bytes = async (revision: number) =>
    (await db.selectFrom('revisions').select('programme').where('revision', '=', revision).executeTakeFirstOrThrow())
      .programme;
  const before = await written();
  await setTitle('Rolled back soon');
  const { agenda } = (await read()).programme;
  const { id: _, ...closing } = agenda.find(({ id }) => id === 'closing') ?? { id: '' };
  const changed = await publishNow();
  await edit({ op: 'remove', list: 'agenda', id: 'closing', from: closing });
  await publishNow();

  const { rollback } = (await ada.ask('getRevisionChanges', { params: { revision: String(first) } })).results;
  expect(rollback).toMatchObject([{ list: 'agenda', id: 'closing', kind: 'added' }]);
  const body = { version: (await read()).draft.version };
  const back = (await there.ask('rollBackProgramme', { params: { revision: String(first) }, body })).results;

  expect(back).toMatchObject({ revision: changed.revision + 2, changes: 0 });
  expect(await bytes(back.revision)).toBe(await bytes(first));
  expect(JSON.stringify((await read()).programme)).toBe(await bytes(first));
  expect(await written()).toEqual(before);
  const { results } = await nodes.first.ask('getContentItem', { token, params: item });
  expect(results).toMatchObject({ id: 'closing', title: 'Closing', vote: 'up' });
  expect((await ada.ask('getRevisions')).results[0]).toMatchObject({ origin: 'rollback', by: 'The owner' });
});

test('publish: open phones are told of a changed event, and of the agenda only where that has changed', async () => {
  const topics = async () => {
    const { db } = nodes.first.services;
    const rows = await db.selectFrom('changes').select('topic').orderBy('seq').execute();
    return rows.map(({ topic }) => topic);
  };
  const publishChange = async (change: () => Promise<unknown>) => {
    await change();
    const before = (await topics()).length;
    await publishNow();
    return (await topics()).slice(before);
  };
  const { event } = (await read()).programme;
  const setTagline = { op: 'set', list: 'event', id: null, field: 'tagline', from: event.tagline ?? null } as const;
  expect(await publishChange(() => edit({ ...setTagline, to: 'Two more days' }))).toEqual(['event', 'programme']);
  expect(await publishChange(() => setTitle('Told of'))).toEqual(['agenda', 'programme']);
  const { access_token: token } = await nodes.first.register();
  const seen = async () => (await nodes.first.ask('getLiveState', { token })).results.event?.revision;
  await expect.poll(seen).toBeGreaterThan(0);
});

test('rollback: it is refused while the draft has changes, and of an unknown revision', async () => {
  const { draft } = await read();
  const body = { version: draft.version };
  for (const revision of ['0', '999', 'x']) {
    expect(await ada.send('rollBackProgramme', { params: { revision }, body })).toMatchObject({ status: 404 });
  }
  const { version, undo } = await setTitle('Not published');

  const refused = await ada.send('rollBackProgramme', { params: { revision: '1' }, body: { version } });

  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('not published') } });
  await edit(...undo);
});

test('publish: options of a question with answers can only be appended', async () => {
  const { access_token: token } = await nodes.first.register();
  const body = { campaignId: 'pre-event', questionId: 'pre-one', answers: [2], comment: '' };
  await nodes.first.ask('answerQuestion', { token, params: { questionId: 'pre-one' }, body });
  const set = { op: 'set', list: 'questions', id: 'pre-one', field: 'options' } as const;
  const before = ['Red', 'Green', 'Blue'];
  const swapped = await edit({ ...set, from: before, to: ['Green', 'Red', 'Blue'] });
  const { draft, problems } = await read();

  expect(problems).toEqual([
    { list: 'questions', id: 'pre-one', field: 'options', text: expect.stringContaining('there are answers') },
  ]);
  expect(await ada.send('publishProgramme', { body: { version: draft.version } })).toMatchObject({ status: 400 });
  await edit(...swapped.undo);
  await edit({ ...set, from: before, to: [...before, 'Black'] });
  expect((await read()).problems).toEqual([]);
  await publishNow();
});

test('planned: the draft is published at its time as it is then, once, whichever node does it', async () => {
  await setTitle('First thought');
  const { revision } = (await read()).draft;
  const planned = await plan(inAMinute());
  expect(planned).toMatchObject({ publishBy: 'The owner', publishAt: expect.any(String), revision });
  await setTitle('Second thought');

  nodes.advance(2 * MINUTE);
  await expect.poll(async () => (await read()).draft.revision).toBe(revision + 1);
  // The other node has had its turn, too.
  await delay(2_500);

  expect((await read(there)).draft).toMatchObject({ revision: revision + 1, changes: 0, publishAt: null });
  expect((await ada.ask('getRevisions')).results[0]).toMatchObject({ origin: 'planned', by: 'The owner' });
  const { results } = await ada.ask('getAuditLog');
  expect(results[0]).toMatchObject({ action: 'publishProgramme', member: { name: 'The owner' }, traceId: null });
});

test('planned: a plan survives a restart, and taken back it does nothing', async () => {
  await setTitle('After a restart');
  const { revision } = (await read()).draft;
  await plan(inAMinute());
  await plan(null);
  nodes.advance(2 * MINUTE);
  await delay(2_500);
  expect((await read()).draft).toMatchObject({ revision, publishAt: null });

  await plan(inAMinute());
  await nodes.first.restart();
  nodes.advance(2 * MINUTE);

  await expect.poll(async () => (await read()).draft.revision).toBe(revision + 1);
});

test('planned: with a problem at its time nothing is published, and the console can see why', async () => {
  const { revision } = (await read()).draft;
  const { undo } = await edit({
    op: 'set',
    list: 'event',
    id: null,
    field: 'timeZone',
    from: 'America/New_York',
    to: 'Moon',
  });
  await plan(inAMinute());
  nodes.advance(2 * MINUTE);

  await expect.poll(async () => (await read()).draft.publishAt).toBeNull();

  const { draft, problems } = await read();
  expect(draft).toMatchObject({ revision, publishFailedAt: expect.any(String) });
  expect(problems).toMatchObject([{ list: 'event', id: null, field: 'timeZone' }]);
  // Once the draft is discarded, nothing is left that was not published.
  const discarded = await ada.ask('discardDraft', { body: { version: draft.version } });
  expect(discarded.results.draft).toMatchObject({ publishAt: null, publishFailedAt: null });
  await edit(...discarded.results.undo);
  await plan(inAMinute());
  nodes.advance(2 * MINUTE);
  await expect.poll(async () => (await read()).draft.publishFailedAt).not.toBeNull();
  await edit(...undo);
  expect((await plan(inAMinute())).publishFailedAt).toBeNull();
  await plan(null);
});

test.each(['yesterday', '2020-01-01T00:00:00Z', '2199-01-01T00:00:00Z'])('planned: %s is refused', async (at) => {
  const { version } = (await read()).draft;

  expect(await ada.send('publishProgramme', { body: { version, at } })).toMatchObject({
    ...{ status: 400, body: { errors: { at: 'Must be a time within the next year' } } },
  });
});
