import { type AttendeeTest, newNumber, startAttendeeTest } from '@companion/testkit/attendeeTest';
import { attendFully } from '@companion/testkit/attendFully';
import { hostPoll } from '@companion/testkit/hostPoll';
import { signedInMember } from '@companion/testkit/staffBrowser';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweep } from '../sweep.ts';

let t: AttendeeTest;
let browser: Awaited<ReturnType<typeof signedInMember>>['browser'];
beforeAll(async () => {
  t = await startAttendeeTest();
  ({ browser } = await signedInMember(t, 'editor'));
});
afterAll(() => t.stop());

const find = async (search: string) => {
  const { results } = await browser.ask('getPeople', { query: { search } });
  return results.people.map(({ lastName }) => lastName);
};

test('people: a search finds words of name, e-mail and organization in any case, and a phone however it is written', async () => {
  const fields = { firstName: 'Zoë', lastName: 'Ångström', phone: '(202) 555-0188', organizationName: 'Red_Rock 100%' };
  await t.register({ ...fields, email: 'zoe.a@mail.example' });
  await t.register({ firstName: 'Bob', lastName: 'de la Cruz', organizationName: 'Redwood' });

  for (const search of ['ångström', 'ZOË', 'strom'.replace('o', 'ö'), 'zoë red_', 'A@MAIL', '100%', 'red zoe.a'])
    expect([search, await find(search)]).toEqual([search, ['Ångström']]);
  for (const search of ['(202) 555-0188', '+1 202.555.0188', '12025550188', '202-555-01', '555 0188'])
    expect([search, await find(search)]).toEqual([search, ['Ångström']]);
  expect(await find('red')).toEqual(['de la Cruz', 'Ångström']);
  // A word is in one field, and wildcards stand for themselves.
  for (const search of ['bobde', 'red%wood', 'redXrock', '(202) 555-0189', 'zoë bob'])
    expect([search, await find(search)]).toEqual([search, []]);
});

test('people: pages are by last name, whatever its case, and hold each person once', async () => {
  await Promise.all(
    Array.from({ length: 60 }, (_, n) => insertPerson(`${n % 2 ? 'page' : 'Page'} ${String(n).padStart(3, '0')}`)),
  );
  const page = (number: string) => browser.ask('getPeople', { query: { search: 'page', page: number } });
  const [first, second, third] = [await page('1'), await page('2'), await page('3')];
  const names = [...first.results.people, ...second.results.people].map(({ lastName }) => lastName);

  expect([first, second, third].map(({ results }) => results.total)).toEqual([60, 60, 60]);
  expect(first.results.people).toHaveLength(50);
  expect(names.map((name) => name.toLowerCase())).toEqual(
    Array.from({ length: 60 }, (_, n) => `page ${String(n).padStart(3, '0')}`),
  );
  expect(third.results.people).toEqual([]);
});

test('people: each is at one step, has marks, and is counted so; the funnel narrows', async () => {
  const s = await startAttendeeTest();
  try {
    s.clock.set('2031-06-01T12:00:00Z');
    const staff = (await signedInMember(s, 'owner')).browser;
    const numbers = Array.from({ length: 4 }, newNumber);
    await s.importRows(numbers.map((number) => ({ 'Attendee #': number })));
    const [imported = '', invited = '', activated = '', cancelled = ''] = numbers;
    await s.open(invited);
    await s.activate(activated);
    await s.importRows([{ 'Attendee #': cancelled, 'Attendee Status': 'Refunded' }]);
    await s.register({ lastName: 'Registered' });
    await staff.ask('addPerson', { body: { firstName: 'Walk', lastName: 'In' } });
    const failed = await s.accountOf(imported);
    await s.services.db
      .insertInto('outbox')
      .values({
        ...{ id: 'failed', kind: 'mail', recipient: 'x', subject: null, text: '', created_at: 1, expires_at: 2 },
        ...{ attempts: 1, next_attempt_at: 0, leased_until: 0, sent_at: null, failed_at: 2, last_error: '550' },
        account_id: failed?.id ?? null,
      })
      .execute();

    const stepOf = async (number: string) => {
      const { id = '' } = (await s.accountOf(number)) ?? {};
      return (await staff.ask('getPerson', { params: { personId: id } })).results.step;
    };
    expect([await stepOf(imported), await stepOf(invited), await stepOf(activated)]).toEqual([
      'imported',
      'invited',
      'activated',
    ]);
    const { results: counts } = await staff.ask('getPeopleCounts');
    expect(Object.fromEntries(counts.states.map(({ state, people }) => [state, people]))).toEqual({
      ...{ imported: 1, added: 1, invited: 1, activated: 1, registered: 1, cancelled: 1 },
      ...{ confirmed: 1, messageFailed: 1, smsOff: 4 },
    });
    expect(counts.total).toBe(6);
    expect(counts.organizationTypes).toEqual([
      { name: '', people: 4 },
      { name: 'WOSB', people: 2 },
    ]);
    for (const { state, people } of counts.states) {
      const { results } = await staff.ask('getPeople', { query: { state } });
      expect([state, results.total]).toEqual([state, people]);
    }
    const { results: ofType } = await staff.ask('getPeople', {
      query: { organizationType: 'WOSB', state: 'registered' },
    });
    expect(ofType.people.map(({ lastName }) => lastName)).toEqual(['Registered']);
    expect((await staff.ask('getPeopleFunnel')).results).toEqual({
      ...{ imported: 3, invited: 2, activated: 1, signedIn: 1 },
      ...{ others: 2, othersSignedIn: 1 },
    });
  } finally {
    await s.stop();
  }
});

test('people: a person shows what was sent to them and how much they have sent, but no text, code, link or answer', async () => {
  const { profile, secrets } = await attendFully(t, 'shown');
  const { results } = await browser.ask('getPerson', { params: { personId: profile.id } });

  expect(results.given).toEqual({ answers: 1, votes: 1, comments: 1, questions: 1, upvotes: 1, feedback: 1 });
  expect(results.messages.map(({ about }) => about)).toEqual(expect.arrayContaining(['invitation', 'signIn']));
  expect(results.tickets).toHaveLength(1);
  expect(results.consents).toMatchObject([{ action: 'registration' }]);
  const text = JSON.stringify(results);
  for (const secret of [...secrets, 'remark of', 'comment of', 'question of', 'feedback of', 'note about'])
    expect(text).not.toContain(secret);
});

test('people: one and all sessions end at once, and a link does not open another', async () => {
  const { profile, phone } = await signedInTwice();
  const sessions = async () => (await browser.ask('getPerson', { params: { personId: profile.id } })).results.sessions;
  const [first, second] = await sessions();
  expect(second).toBeDefined();
  const params = { personId: profile.id };
  const after = await browser.ask('endPersonSession', { params: { ...params, sessionId: first?.id ?? '' } });
  expect(after.results.sessions.map(({ id }) => id)).toEqual([second?.id]);
  // Of another person.
  const other = await t.register();
  const wrong = { personId: other.profile.id, sessionId: second?.id ?? '' };
  expect((await browser.send('endPersonSession', { params: wrong })).status).toBe(404);

  const { linkToken } = phone;
  const signedIn = async () => (await browser.ask('getPeopleFunnel')).results.othersSignedIn;
  const before = await signedIn();
  await browser.ask('endPersonSessions', { params });
  expect(await sessions()).toEqual([]);
  // Not what this node had counted before.
  expect(await signedIn()).toBe(before - 1);
  expect((await t.send('autologin', { body: { token: linkToken } })).status).toBe(401);
});

test('people: erased and exported only with a password just entered; the erasure leaves nothing but the id in the audit log', async () => {
  const { profile, identifiers, token } = await attendFully(t, 'erased');
  const personId = profile.id;
  const { results } = await browser.ask('exportPerson', { params: { personId } });
  expect(JSON.parse(results.json)).toMatchObject({ profile: { id: personId }, event: 'Test Summit' });
  await t.services.db.updateTable('staff_sessions').set({ confirmed_at: 0 }).execute();
  for (const name of ['exportPerson', 'erasePerson'] as const)
    expect(await browser.send(name, { params: { personId } })).toMatchObject({
      status: 403,
      body: { code: 'confirm' },
    });
  await t.services.db.updateTable('staff_sessions').set({ confirmed_at: t.clock.now() }).execute();

  await browser.ask('erasePerson', { params: { personId } });

  expect((await t.send('getQuestions', { token })).status).toBe(401);
  expect((await browser.send('getPerson', { params: { personId } })).status).toBe(404);
  expect((await browser.send('erasePerson', { params: { personId } })).status).toBe(404);
  const log = await t.services.db.selectFrom('audit_log').selectAll().where('entity_id', '=', personId).execute();
  expect(log.map(({ action }) => action).sort()).toEqual(['erasePerson', 'exportPerson']);
  for (const identifier of identifiers.filter((one) => one !== personId))
    expect(JSON.stringify(log)).not.toContain(identifier);
});

test('people: an export by the staff says nothing of saved sessions and notes, which only the person reads', async () => {
  const { profile } = await attendFully(t, 'private');
  const { results } = await browser.ask('exportPerson', { params: { personId: profile.id } });
  const { limits, leftOut, ...parts } = JSON.parse(results.json);
  expect(leftOut).toMatch(/^Saved sessions, notes, what was told/);
  for (const name of ['savedSessions', 'ownNotes', 'sessionNotices']) expect(parts).not.toHaveProperty(name);
  const counted = limits.map(({ what }: { what: string }) => what);
  expect(counted).toContain('comment');
  for (const what of ['note', 'saved session']) expect(counted).not.toContain(what);
  expect(results.json).not.toContain('a reminder of private');
});

test('people: an export by the staff has no answer to a poll whose results are shown to no one (decision 048)', async () => {
  const { profile, access_token: token } = await t.register();
  const answer = (campaignId: string, questionId: string) =>
    t.ask('answerQuestion', {
      ...{ token, params: { questionId } },
      body: { campaignId, questionId, answers: ['yes'], comment: '' },
    });
  await answer('pre-event', 'pre-yes');
  await answer('polls', 'poll-b');
  const exported = async () => {
    const { results } = await browser.ask('exportPerson', { params: { personId: profile.id } });
    return JSON.parse(results.json).answers.map(({ questionId }: { questionId: string }) => questionId);
  };

  expect(await exported()).toEqual(['pre-yes']);
  await hostPoll(t.services, { campaignId: 'polls', questionId: 'poll-b' }, { shownTo: 'staff' });
  expect((await exported()).sort()).toEqual(['poll-b', 'pre-yes']);
});

test('people: a report of an import is kept for a day', async () => {
  const { results } = await browser.ask('checkPeopleImport', { body: { content: 'bm90IGd6aXA=' } });
  const params = { importId: results.importId };
  await expect.poll(async () => (await browser.ask('getPeopleImport', { params })).results.state).toBe('stopped');
  expect((await browser.ask('getPeopleImport', { params })).results.error).toBe(
    'The upload is damaged. Please choose the file again.',
  );
  await t.services.db.updateTable('people_imports').set({ updated_at: sql`updated_at - 90000000` }).execute();
  await sweep(t.services);
  expect((await browser.send('getPeopleImport', { params })).status).toBe(404);
});

async function signedInTwice() {
  const registered = await t.registerProved();
  t.clock.advance(120_000);
  const phone = await t.requestSignIn(registered.profile.phone);
  await t.ask('smsLogin', { body: { phone: registered.profile.phone, code: phone.code } });
  return { profile: registered.profile, phone };
}

function insertPerson(lastName: string) {
  return t.services.db
    .insertInto('accounts')
    .values({
      ...{ id: `id ${Math.random()}`, first_name: 'Ada', last_name: lastName, email: '', phone: '' },
      ...{ organization_name: 'Firm', organization_type: 'WOSB', registration_complete: 1, sms_enabled: 0 },
      ...{ pre_event_complete: 0, post_event_complete: 0, source: 'registration', created_at: 1, updated_at: 1 },
    })
    .execute();
}
