import type { Call } from '@companion/contract/defineCall';
import { AUDIT_PAGE_SIZE } from '@companion/contract/staff/auditLog';
import { type StaffCallName, staffCalls } from '@companion/contract/staff/staffCalls';
import { announcementForm } from '@companion/testkit/announce';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { signedInMember } from '@companion/testkit/staffBrowser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '../../platform/transact.ts';
import { SEARCHED_AT_ONCE } from './auditQueries.ts';
import { recordAudit } from './recordAudit.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const record = (entityId: string) =>
  transact(t.services, (tx) =>
    recordAudit(tx, { staffId: null, traceId: null, action: 'erase', entity: 'account', entityId }),
  );

test('audit log: names who changed which fields in which request, and no value (decision 046)', async () => {
  const { browser, member } = await signedInMember(t, 'owner');
  const other = await signedInMember(t, 'host');
  const response = await browser.request('changeMemberRole', {
    params: { memberId: other.member.id },
    body: { role: 'editor' },
  });
  expect(response.status).toBe(200);

  const { results } = await browser.ask('getAuditLog');

  expect(results).toEqual([
    {
      id: expect.any(String),
      at: expect.stringMatching(/^20.*Z$/),
      member: { id: member.id, name: 'The owner', email: member.email },
      action: 'changeMemberRole',
      entity: 'member',
      entityId: other.member.id,
      fields: ['role'],
      name: 'The host',
      choices: { role: 'editor' },
      traceId: expect.any(String),
    },
  ]);
});

test('audit log: an id of a client that is not found writes nothing, whatever the call', async () => {
  const { browser } = await signedInMember(t, 'owner');
  const { results: polls } = await browser.ask('getPolls');
  const campaignId = polls[0]?.campaignId ?? '';
  const poll = { campaignId, questionId: 'invented' };
  const given: Partial<Record<StaffCallName, Parameters<typeof browser.send>[1]>> = {
    endStaffSession: {},
    removePasskey: {},
    changeMemberRole: { body: { role: 'host' } },
    removeMember: {},
    resendStaffInvitation: {},
    revokeStaffInvitation: {},
    revokeStageScreen: {},
    changePoll: { params: poll, body: { version: 0, isOnStage: true } },
    changePollStates: { body: { polls: [{ ...poll, version: 0, state: 'open' }] } },
    setRunningOrder: { body: { polls: [poll], before: [] } },
    exportPollResults: { params: poll },
    exportReport: { query: { campaignId, questionId: 'invented' } },
    approveAnswerText: { params: { ...poll, textId: 'invented' }, body: { isApproved: true } },
    moderateAudienceQuestions: { body: { audienceQuestions: [{ id: 'invented', state: 'shown' }] } },
    exportItemComments: {},
    moderateComment: { body: { isHidden: true } },
    createSummaryLink: { body: { name: 'Ada', days: 7 } },
    revokeSummaryLink: {},
    putAudienceQuestionsOnStage: { body: { isOnStage: false } },
    moderateAuthor: { body: { isBlocked: true, dismisses: true } },
    undoDismissal: {},
    rollBackProgramme: { body: { version: 1 } },
    editAnnouncement: { body: await announcementForm(t) },
    endAnnouncement: {},
    editPerson: { body: { from: { lastName: 'A' }, lastName: 'Ada' } },
    replacePersonPhone: { body: { from: '', phone: '(202) 555-0143' } },
    resendInvitation: {},
    endPersonSession: {},
    endPersonSessions: {},
    erasePerson: {},
    exportPerson: {},
    createPersonLink: {},
    mergePeople: { body: { token: 'invented' } },
  };
  const named = (Object.entries(staffCalls) as [StaffCallName, Call][]).filter(
    ([name, { path, method }]) => path.includes('{') && (method !== 'GET' || name.startsWith('export')),
  );
  expect(named.map(([name]) => name).filter((name) => !(name in given))).toEqual([]);

  const before = await t.services.db.selectFrom('audit_log').select('id').execute();
  for (const [name, request] of Object.entries(given) as [StaffCallName, Parameters<typeof browser.send>[1]][]) {
    const call: Call = staffCalls[name];
    const params = Object.fromEntries([...call.path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => [key, 'invented']));
    const { status } = await browser.send(name, { params, ...request });
    expect([name, status]).toEqual([name, expect.toBeOneOf([400, 404, 409])]);
  }

  expect(await t.services.db.selectFrom('audit_log').select('id').execute()).toEqual(before);
});

test('audit log: pages go from the newest to the oldest, without repeating or losing one while others are added', async () => {
  const { browser } = await signedInMember(t, 'owner');
  const ids = Array.from({ length: 2 * AUDIT_PAGE_SIZE + 3 }, (_, index) => `page-${index}`);
  // Several have the same time.
  for (const [index, id] of ids.entries()) {
    if (index % 3 === 0) t.clock.advance(1);
    await record(id);
  }

  const found: string[] = [];
  let query: Record<string, string> = { search: 'PAGE-' };
  for (let page = 0; page < 3; page++) {
    const { results, next } = await browser.ask('getAuditLog', { query });
    found.push(...results.map(({ entityId }) => entityId));
    await record(`later page ${page}`);
    expect(next === null).toBe(page === 2);
    query = { search: 'PAGE-', before: next ?? '' };
  }

  expect([...found].sort()).toEqual([...ids].sort());
  expect(found[0]).toMatch(/^page-10\d$/);
});

test('audit log: the search finds members, actions and ids, and takes its wildcards as text', async () => {
  const { browser, member } = await signedInMember(t, 'owner');
  const other = await signedInMember(t, 'host');
  await browser.ask('removeMember', { params: { memberId: other.member.id } });
  await record('100%_sure');
  const [removal] = (await browser.ask('getAuditLog', { query: { search: 'removeMember' } })).results;
  const search = async (text: string) => (await browser.ask('getAuditLog', { query: { search: text } })).results;

  const words = [member.email.toUpperCase(), other.member.id, 'removemember', 'Remove member', removal?.traceId ?? ''];
  for (const text of words) {
    expect((await search(text)).map(({ action }) => action)).toEqual(['removeMember']);
  }
  // As the console shows it: the sentence, with the name of whom it is about.
  for (const text of ['The owner removed The host', 'HOST from the staff']) {
    expect((await search(text)).map(({ id }) => id)).toContain(removal?.id);
  }
  expect(await search('removed nobody from the staff')).toEqual([]);
  for (const text of ['100%', '%_sure'])
    expect((await search(text)).map(({ entityId }) => entityId)).toEqual(['100%_sure']);
  for (const text of ['1%e', '_00', "' or 1=1 --", '\\']) expect(await search(text)).toEqual([]);
  expect((await browser.send('getAuditLog', { query: { before: 'x' } })).status).toBe(400);
});

test('audit log: a search reads a part of the log at a time, so that it stalls no one, and goes on where it ended', async () => {
  const { browser } = await signedInMember(t, 'owner');
  await record('needle');
  t.clock.advance(1);
  const row = { at: t.clock.now(), staff_id: null, action: 'erase', entity: 'account', fields: '[]', trace_id: null };
  for (let block = 0; block < SEARCHED_AT_ONCE / 500; block++) {
    const rows = Array.from({ length: 500 }, (_, index) => ({ ...row, id: `${block}-${index}`, entity_id: 'hay' }));
    await t.services.db.insertInto('audit_log').values(rows).execute();
  }
  const search = (before = '') =>
    browser.ask('getAuditLog', { query: { search: 'needle', ...(before && { before }) } });

  const first = await search();
  expect(first.results).toEqual([]);
  const second = await search(first.next ?? '');

  expect(second.results.map(({ entityId }) => entityId)).toEqual(['needle']);
  expect(second.next).toBeNull();
});

test('audit log: names things as they are called now, has what was chosen, and nothing of a person who was erased', async () => {
  const { browser } = await signedInMember(t, 'owner');
  const { profile, access_token: token } = await t.registerProved();
  const body = { contentId: 'opening', text: 'How do we start?' };
  const asked = await t.ask('createAudienceQuestion', { token, body });
  const { id } = asked.results;
  await browser.ask('moderateAudienceQuestions', { body: { audienceQuestions: [{ id, state: 'shown' }] } });
  const screen = await browser.ask('createStageScreen', { body: { name: 'Main hall' } });
  const entries = async () => (await browser.ask('getAuditLog')).results.slice(0, 2);
  const [made, approved] = await entries();
  expect(made).toMatchObject({ action: 'createStageScreen', name: 'Main hall' });
  expect(approved).toMatchObject({ name: 'How do we start?', choices: { state: 'shown' } });
  const stored = JSON.stringify(await t.services.db.selectFrom('audit_log').selectAll().execute());
  for (const text of ['How do we start?', profile.email, profile.id]) expect(stored).not.toContain(text);

  await browser.ask('revokeStageScreen', { params: { stageScreenId: screen.results.id } });
  await t.services.db.deleteFrom('audience_questions').where('id', '=', id).execute();
  const [revoked] = await entries();
  expect(revoked).toMatchObject({ action: 'revokeStageScreen', name: 'Main hall' });
  const madeBefore = (await browser.ask('getAuditLog', { query: { search: 'made the stage screen' } })).results;
  expect(madeBefore).toMatchObject([{ action: 'createStageScreen', name: 'Main hall' }]);
  const found = (await browser.ask('getAuditLog', { query: { search: id } })).results;
  expect(found).toMatchObject([{ name: null, choices: { state: 'shown' } }]);
});

test('audit log: what is listed as unrecorded is never recorded: it would have no sentence', async () => {
  const change = { staffId: null, traceId: null, entity: 'member', entityId: 'm' };
  const recording = transact(t.services, (tx) => recordAudit(tx, { ...change, action: 'signOutStaff' }));
  await expect(recording).rejects.toThrow('signOutStaff is listed as unrecorded');
});
