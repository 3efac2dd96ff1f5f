import { randomUUID } from 'node:crypto';
import { STAFF_LIVE_PATH } from '@companion/contract/live';
import type { ProgrammeEdit } from '@companion/contract/staff/programme';
import { followLive, followStream } from '@companion/testkit/followLive';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { type StaffBrowser, signedInMember } from '@companion/testkit/staffBrowser';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

let t: ServerTest;
let ada: StaffBrowser;
let bo: StaffBrowser;
beforeAll(async () => {
  t = await startServerTest();
  ada = (await signedInMember(t, 'owner')).browser;
  bo = (await signedInMember(t, 'editor')).browser;
});
afterAll(() => t.stop());

const read = async () => (await ada.ask('getProgramme')).results;
const edit = async (by: StaffBrowser, ...edits: ProgrammeEdit[]) =>
  (await by.ask('editProgramme', { body: { edits } })).results;
const set = (field: string, from: string | null, to: string | null, id = 'opening'): ProgrammeEdit => ({
  ...{ op: 'set', list: 'agenda', id, field, from, to },
});
const publish = async () => {
  const { version } = (await read()).draft;
  return (await ada.ask('publishProgramme', { body: { version } })).results;
};
const titles = async () => {
  const { access_token } = await t.register();
  const { results } = await t.ask('getContent', { token: access_token });
  return Object.fromEntries(results.map(({ id, title }) => [id, title]));
};

test('programme: it is what the pack had, and published as the first revision', async () => {
  const { draft, programme, problems } = await read();

  expect(problems).toEqual([]);
  expect(draft).toMatchObject({ revision: 1, changes: 0, publishAt: null, isDemo: false });
  expect(programme.event).toMatchObject({ id: 'test-summit', days: '2', helpDeskEmail: 'help@example.com' });
  expect(programme.texts).toEqual({ welcome: 'Welcome', thanks: 'Thanks', about: 'About', privacyPolicy: 'Privacy' });
  expect(Object.keys(programme.pictures).sort()).toEqual(['logo.svg', 'sponsors/acme.svg']);
  expect(programme.agenda[0]).toEqual({
    ...{ id: 'opening', day: '1', start: '09:00', end: '10:00', category: 'Day 1', title: 'Opening' },
    ...{ speakers: ['ada'], sponsor: 'acme', body: 'Welcome' },
  });
  expect(programme.questions[3]).toEqual({
    ...{ id: 'pre-one', campaign: 'pre-event', type: 'options', question: 'Which?', options: ['Red', 'Green', 'Blue'] },
  });
});

test('programme: an edit is seen by attendees once it is published, with a higher SEQUENCE of the calendar', async () => {
  const before = await t.services.db.selectFrom('content').select(['id', 'revision']).orderBy('id').execute();
  const { undo } = await edit(ada, set('title', 'Opening', 'Moved opening'));
  expect((await titles()).opening).toBe('Opening');
  expect((await read()).draft.changes).toBe(1);
  expect((await ada.ask('getProgrammeChanges')).results).toEqual(
    [...[{ list: 'agenda', id: 'opening', label: 'Moved opening', kind: 'changed', field: 'title' }]].map((change) => ({
      ...change,
      from: 'Opening',
      to: 'Moved opening',
    })),
  );

  expect(await publish()).toMatchObject({ revision: 2, changes: 0 });

  // A node caches the list for a moment.
  await expect.poll(async () => (await titles()).opening).toBe('Moved opening');
  const after = await t.services.db.selectFrom('content').select(['id', 'revision']).orderBy('id').execute();
  expect(after).toEqual(before.map((row) => (row.id === 'opening' ? { ...row, revision: row.revision + 1 } : row)));
  await edit(ada, ...undo);
  await publish();
  await expect.poll(async () => (await titles()).opening).toBe('Opening');
});

test('programme: two members who edit different fields at once lose nothing', async () => {
  const edits = [set('room', null, 'Oak'), set('subtitle', null, 'Be there')];
  const [one, other] = await Promise.all([edit(ada, edits[0] as ProgrammeEdit), edit(bo, edits[1] as ProgrammeEdit)]);

  expect([one.conflicts, other.conflicts]).toEqual([[], []]);
  expect((await read()).programme.agenda[0]).toMatchObject({ room: 'Oak', subtitle: 'Be there' });
  await edit(ada, ...one.undo, ...other.undo);
});

test('programme: of two members who edit the same field one learns what the other wrote, and nothing of hers is made', async () => {
  const { undo } = await edit(ada, set('title', 'Opening', 'By Ada'));
  const { version } = (await read()).draft;

  const { conflicts, added } = await edit(bo, set('room', null, 'Elm'), set('title', 'Opening', 'By Bo'));

  expect(conflicts).toEqual([{ index: 1, reason: 'changed', current: 'By Ada' }]);
  expect(added).toEqual([]);
  const after = await read();
  expect(after.programme.agenda[0]).not.toHaveProperty('room');
  expect(after.draft.version).toBe(version);
  await edit(ada, ...undo);
});

test('programme: publishing a draft that was edited since is refused, and repeated with its key it is done once', async () => {
  const { version } = (await read()).draft;
  const { undo } = await edit(bo, set('title', 'Opening', 'Later'));
  expect(await ada.send('publishProgramme', { body: { version } })).toMatchObject({ status: 409 });

  const current = (await read()).draft;
  const given = { body: { version: current.version }, headers: { 'idempotency-key': randomUUID() } };
  await ada.ask('publishProgramme', given);
  await edit(bo, ...undo);

  // The draft has another version now; the answer to the first request was lost.
  expect((await ada.ask('publishProgramme', given)).results.revision).toBe(current.revision + 1);
  await publish();
});

test('programme: with a problem it is not published, and the problem has its place', async () => {
  const { undo } = await edit(ada, set('end', '10:00', '08:00'));
  const { draft, problems } = await read();
  const place = { list: 'agenda', id: 'opening', field: 'end' };
  expect(problems).toEqual([{ ...place, text: expect.stringContaining('is not after start') }]);

  const refused = await ada.send('publishProgramme', { body: { version: draft.version } });

  expect(refused).toMatchObject({ status: 400, body: { errors: { 'agenda.opening.end': expect.any(String) } } });
  expect((await read()).draft.revision).toBe(draft.revision);
  await edit(ada, ...undo);
});

test('programme: the audit log names fields, never values', async () => {
  const { undo } = await edit(bo, set('title', 'Opening', 'A secret title'));
  await edit(bo, ...undo);
  const { results } = await ada.ask('getAuditLog');

  expect(results[0]).toMatchObject({
    action: 'editProgramme',
    entity: 'agenda',
    entityId: 'opening',
    fields: ['title'],
  });
  expect(JSON.stringify(results)).not.toContain('A secret title');
});

test('programme: the console is told of each edit, phones are not', async () => {
  const cookie = [...ada.cookies].map((pair) => pair.join('=')).join('; ');
  const staff = await followStream(`${t.url}/api${STAFF_LIVE_PATH}`, { cookie });
  const phone = await followLive(t.url, (await t.register()).access_token);
  onTestFinished(() => {
    staff.leave();
    phone.leave();
  });
  await expect.poll(() => staff.state.programme?.revision).toBeGreaterThan(0);
  const before = staff.state.programme?.revision ?? 0;

  const { undo } = await edit(ada, set('room', null, 'Oak'));

  await expect.poll(() => staff.state.programme?.revision).toBeGreaterThan(before);
  expect(phone.state).toHaveProperty('agenda');
  expect(phone.state).not.toHaveProperty('programme');
  await edit(ada, ...undo);
});

test('programme: members see who else is in the draft, while they are', async () => {
  const at = (browser: StaffBrowser, place: string) => browser.ask('reportPresence', { body: { place } });
  expect((await at(ada, 'agenda/opening')).results).toEqual([]);
  expect((await at(bo, 'texts')).results).toEqual([
    { staffId: expect.any(String), name: 'The owner', place: 'agenda/opening' },
  ]);

  t.clock.advance(30_000);

  expect((await at(bo, 'texts')).results).toEqual([]);
});

test('programme: Markdown is shown as on the phones', async () => {
  const body = { markdown: '# Hi\n\n<script>alert(1)</script>\n\n[a](javascript:alert(1))' };

  const { html } = (await ada.ask('previewMarkdown', { body })).results;
  expect(html).toContain('<h2>Hi</h2>');
  expect(html).not.toContain('script');
});
