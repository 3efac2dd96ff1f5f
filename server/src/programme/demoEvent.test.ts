import { announce } from '@companion/testkit/announce';
import { apiClient } from '@companion/testkit/apiClient';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { signedInMember } from '@companion/testkit/staffBrowser';
import { attendee } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EMPTY_EVENT } from './emptyEvent.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest({ EVENT_PACK: 'none' });
});
afterAll(() => t.stop());

const WRITTEN = ['votes', 'comments', 'feedback', 'answers', 'announcements', 'push_messages'] as const;

const count = async (table: (typeof WRITTEN)[number] | 'questions' | 'content') =>
  (await t.services.db.selectFrom(table).selectAll().execute()).length;

test('demo event: one call publishes it, one removes it with what attendees wrote to it; their accounts stay', async () => {
  const { browser } = await signedInMember(t, 'owner');
  const state = async () => (await browser.ask('getProgramme')).results.draft;
  expect(await state()).toMatchObject({ revision: 0, isDemo: false });

  await browser.ask('startDemo');
  expect(await state()).toMatchObject({ revision: 1, changes: 0, isDemo: true });
  expect((await browser.send('startDemo')).status).toBe(409);

  const api = apiClient(t.url);
  const { access_token: token } = await api.ask('createAccount', { body: attendee() });
  const { results: content } = await api.ask('getContent', { token });
  const item = content.find(({ type, category }) => type === 'Agenda' && category === 'Day 1');
  const about = { campaignId: item?.campaignId ?? '', contentId: item?.id ?? '' };
  await api.ask('createVote', { token, body: { ...about, vote: 'up' } });
  await api.ask('createComment', { token, body: { ...about, comment: 'Very good' } });
  await api.ask('sendFeedback', { token, body: { message: 'Thank you' } });
  const params = { questionId: 'first-time' };
  await api.ask('answerQuestion', {
    token,
    params,
    body: { campaignId: 'pre-event', ...params, answers: ['yes'], comment: '' },
  });
  await announce(t, { contentId: about.contentId });
  const rated = (await api.ask('getContent', { token })).results.find(({ id }) => id === item?.id);
  expect(rated).toMatchObject({ vote: 'up', comment: 'Very good' });
  const { db } = t.services;
  const session = await db.selectFrom('sessions').select(['id', 'account_id']).executeTakeFirstOrThrow();
  const device = { id: 'd', account_id: session.account_id, session_id: session.id, created_at: 1 };
  await db
    .insertInto('push_devices')
    .values({ ...device, endpoint: 'https://push.example', p256dh: 'p', auth: 'a' })
    .execute();
  const later = { next_attempt_at: Number.MAX_SAFE_INTEGER, expires_at: Number.MAX_SAFE_INTEGER, done_at: null };
  await db
    .insertInto('push_messages')
    .values({ source: 's', device_id: 'd', payload: '{}', ...later })
    .execute();
  for (const table of WRITTEN) expect([table, await count(table)]).toEqual([table, 1]);

  await browser.ask('removeDemo');

  expect(await state()).toMatchObject({ revision: 2, changes: 0, isDemo: false });
  for (const table of [...WRITTEN, 'questions', 'content'] as const) {
    expect([table, await count(table)]).toEqual([table, 0]);
  }
  await expect.poll(async () => (await api.ask('getContent', { token })).results).toEqual([]);
  await expect.poll(async () => (await api.ask('getQuestions', { token })).results).toEqual([]);
  expect((await browser.send('removeDemo')).status).toBe(409);
  // It may be tried again, with nothing of the first time.
  await browser.ask('startDemo');
  expect((await state()).isDemo).toBe(true);
  await expect
    .poll(async () => (await api.ask('getContent', { token })).results.find(({ id }) => id === item?.id))
    .toMatchObject({ vote: null, comment: null });
});

test('demo event: it replaces nothing that anyone has edited, and hosts can neither start nor remove it', async () => {
  const { browser } = await signedInMember(t, 'owner');
  if ((await browser.ask('getProgramme')).results.draft.isDemo) await browser.ask('removeDemo');
  const name = { op: 'set', list: 'event', id: null, field: 'name', from: 'Your event', to: 'Confluence' };
  await browser.ask('editProgramme', { body: { edits: [name] } });

  expect((await browser.send('startDemo')).status).toBe(409);
  expect((await browser.ask('getProgramme')).results.programme.event.name).toBe('Confluence');
  const host = (await signedInMember(t, 'host')).browser;
  expect((await host.send('startDemo')).status).toBe(403);
  expect((await host.send('removeDemo')).status).toBe(403);
});

test('demo event: what the draft has of the organizer alone stays in it when the demo event is removed', async () => {
  const { browser } = await signedInMember(t, 'owner');
  const read = async () => (await browser.ask('getProgramme')).results;
  const { version } = (await read()).draft;
  await browser.ask('discardDraft', { body: { version } });
  await browser.ask('startDemo');
  const { name: from } = (await read()).programme.event;
  const setName = { op: 'set', list: 'event', id: null, field: 'name', from, to: 'Confluence' } as const;
  const own = { title: 'Our keynote', day: '1', start: '9:00', end: '10:00' };
  const { results } = await browser.ask('editProgramme', {
    body: { edits: [setName, { op: 'add', list: 'agenda', fields: own }] },
  });

  await browser.ask('removeDemo');

  const { programme, draft } = await read();
  expect(programme).toEqual({
    ...EMPTY_EVENT,
    event: { ...EMPTY_EVENT.event, name: 'Confluence' },
    agenda: [{ id: results.added[0], ...own }],
  });
  expect(draft).toMatchObject({ isDemo: false, changes: 2 });
  expect(await count('content')).toBe(0);
});

test('demo event: what the organizer has changed in it stays with the campaign and speakers that it names', async () => {
  const { browser } = await signedInMember(t, 'owner');
  const read = async () => (await browser.ask('getProgramme')).results;
  const { version } = (await read()).draft;
  await browser.ask('discardDraft', { body: { version } });
  await browser.ask('startDemo');
  const { programme: demo } = await read();
  const question = demo.questions[0];
  const session = demo.agenda.find(({ speakers }) => speakers?.length);
  const edits = [
    { op: 'set', list: 'questions', id: question?.id, field: 'question', from: question?.question, to: 'Ours?' },
    { op: 'set', list: 'agenda', id: session?.id, field: 'title', from: session?.title, to: 'Our talk' },
  ];
  await browser.ask('editProgramme', { body: { edits } });

  await browser.ask('removeDemo');

  const { programme } = await read();
  expect(programme.questions).toEqual([{ ...question, question: 'Ours?' }]);
  expect(programme.campaigns).toEqual(demo.campaigns.filter(({ id }) => id === question?.campaign));
  expect(programme.agenda).toEqual([{ ...session, title: 'Our talk' }]);
  expect(programme.speakers).toEqual(demo.speakers.filter(({ id }) => session?.speakers?.includes(id)));
  expect(programme.speakers.map(({ picture }) => programme.pictures[`speakers/${picture}`])).not.toContain(undefined);
});

test('readiness: counts people, staff and screens, and says what messages can be sent (decision 064)', async () => {
  const { browser } = await signedInMember(t, 'editor');
  const { results } = await browser.ask('getReadiness');
  expect(results).toMatchObject({
    ...{ hasLogo: false, registered: 1, prepared: 0, notInvited: 0, stageScreens: 0, sendsSms: true, sendsMail: true },
    ...{ isOutboxOnly: true, lastBackupAt: null, isBackupOld: true },
  });
  expect(results.staff).toBeGreaterThan(1);
});
