import { calls } from '@companion/contract/calls';
import type { Call } from '@companion/contract/defineCall';
import { LIVE_PATH } from '@companion/contract/live';
import { type Credentials, credentials } from '@companion/contract/session';
import { refusal } from '@companion/testkit/apiClient';
import { type AttendeeTest, emailOf, newNumber, startAttendeeTest } from '@companion/testkit/attendeeTest';
import { changesDuring } from '@companion/testkit/databaseChanges';
import { hostPoll } from '@companion/testkit/hostPoll';
import { attendee, simulatedPhone } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE, SECOND } from '../../platform/time.ts';

let t: AttendeeTest;
beforeAll(async () => {
  t = await startAttendeeTest();
});
afterAll(() => t.stop());

let numbers = 700;
const ITEM = { campaignId: 'agenda', contentId: 'opening' };

const cookieOf = (answer: Response) => ({ cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' });

/** Registers an account and returns the cookie of the device. */
async function register(fields = {}) {
  const answer = await t.request('createAccount', { body: { ...attendee(), ...fields } });
  return { ...credentials.parse(await answer.json()), headers: cookieOf(answer) };
}

async function signIn(phone: string, headers = {}): Promise<Credentials> {
  t.clock.advance(MINUTE + 1);
  const { code } = await t.requestSignIn(phone);
  const signedIn = await t.ask('smsLogin', { body: { phone, code }, headers });
  // Until then, what arrives may be a stranger's.
  t.clock.advance(10 * SECOND);
  return signedIn;
}

/** Proves the account's e-mail by the link that was mailed to it. */
async function prove({ access_token: token, profile }: Credentials, address: string) {
  const mail = (await t.outbox()).find(({ to, text }) => to === address && text.includes('?confirm='));
  const body = { token: /\?confirm=([\w.-]+)/.exec(mail?.text ?? '')?.[1] };
  await t.ask('proveEmail', { token, params: { id: profile.id }, body });
}

const ANSWERED = refusal(409, 'This has been answered already.');
const confirm = ({ access_token: token, profile }: Credentials, mine: boolean) =>
  t.send('confirmRegistration', { token, params: { id: profile.id }, body: { mine } });

/** Answers, votes, comments, asks, upvotes and sends feedback, as far as the account still can. */
async function participate({ access_token: token }: Credentials, words: string) {
  const statuses: number[] = [];
  const send = async (...call: Parameters<typeof t.send>) => {
    const { status, body } = await t.send(...call);
    statuses.push(status);
    return body as { results?: { id: string } };
  };
  const answer = { campaignId: 'polls', questionId: 'poll-a', questionTypes: 'yes-no', answers: ['yes'] };
  await send('answerQuestion', { token, params: { questionId: 'poll-a' }, body: answer });
  await send('createVote', { token, body: { ...ITEM, vote: 'up' } });
  await send('createComment', { token, body: { ...ITEM, comment: words } });
  const asked = await send('createAudienceQuestion', { token, body: { contentId: ITEM.contentId, text: words } });
  const params = { audienceQuestionId: asked.results?.id ?? '' };
  await send('upvoteAudienceQuestion', { token, params, body: { upvoted: true } });
  await send('sendFeedback', { token, body: { message: words } });
  return statuses;
}
const ALL_SENT = [200, 201, 201, 201, 200, 200];
const WRITTEN = [
  'answers',
  'audience_question_upvotes',
  'audience_questions',
  'comments',
  'feedback',
  'votes',
] as const;

/** The number of rows of an account in each table of what attendees send, and of its consents. */
async function rowsOf(accountId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of [...WRITTEN, 'consents'] as const) {
    const rows = await t.services.db
      .selectFrom(table)
      .select('account_id')
      .where('account_id', '=', accountId)
      .execute();
    if (rows.length > 0) counts[table] = rows.length;
  }
  return counts;
}
const one = (tables: readonly string[]) => Object.fromEntries(tables.map((table) => [table, 1]));
const account = (id: string) =>
  t.services.db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('smsLogin, autologin: only a first proof of the phone on another device than that of the registration asks who registered (decision 022)', async () => {
  const [here, elsewhere] = [await register(), await register()];
  expect(here.profile).not.toHaveProperty('registeredElsewhere');

  expect((await signIn(here.profile.phone, here.headers)).profile).not.toHaveProperty('registeredElsewhere');
  expect((await signIn(here.profile.phone)).profile).not.toHaveProperty('registeredElsewhere');
  expect((await signIn(elsewhere.profile.phone)).profile).toMatchObject({ registeredElsewhere: true });
  expect((await signIn(elsewhere.profile.phone)).profile).toMatchObject({ registeredElsewhere: true });

  t.clock.advance(MINUTE + 1);
  const other = await register();
  const { linkToken } = await t.requestSignIn(other.profile.phone);
  const opened = await t.ask('autologin', { body: { token: linkToken }, headers: other.headers });
  expect(opened.profile).not.toHaveProperty('registeredElsewhere');
});

test('confirmRegistration: an owner who did not register finds no note and no saved session of the stranger (decision 072)', async () => {
  const stranger = await register();
  const given = { token: stranger.access_token };
  await t.ask('saveOwnNote', { ...given, body: { ...ITEM, note: 'a trap', before: [] } });
  await t.ask('saveSession', { ...given, body: { ...ITEM, saved: true } });
  const owner = await signIn(stranger.profile.phone);

  expect((await confirm(owner, false)).status).toBe(200);

  const { results } = await t.ask('getContent', { token: owner.access_token });
  expect(results.filter(({ ownNote, saved }) => ownNote || saved)).toEqual([]);
  expect(await t.services.db.selectFrom('own_notes').selectAll().execute()).toEqual([]);
});

test('confirmRegistration: until the owner of the phone has said who registered, nothing of the account is read or written, its profile included (decision 072)', async () => {
  const registered = await register({ firstName: 'Mallory', organizationName: 'Mistyped LLC' });
  const token = registered.access_token;
  await t.ask('saveOwnNote', { token, body: { ...ITEM, note: 'only for me', before: [] } });
  expect(await participate(registered, 'mine')).toEqual(ALL_SENT);
  const owner = await signIn(registered.profile.phone);
  const { phone, id } = registered.profile;
  const nameless = { firstName: '', lastName: '', email: '', organizationName: '', organizationType: '' };

  const refused = refusal(403, 'Please say first whether it was you who registered. The app asks on every screen.');
  const given = { token: owner.access_token, params: { id } };
  const headers = { authorization: `Bearer ${owner.access_token}` };
  const changes = await changesDuring(t, async () => {
    for (const [name, { caller, method, path }] of Object.entries<Call>(calls)) {
      if (caller !== 'account' || name === 'getAccount' || name === 'confirmRegistration') continue;
      const address = `${t.url}/api${path.replace('{id}', id).replace(/\{\w+\}/g, 'opening')}`;
      const answer = await fetch(address, { method, headers });
      expect([name, answer.status, await answer.json()]).toEqual([name, refused.status, refused.body]);
    }
    expect((await fetch(`${t.url}/api${LIVE_PATH}`, { headers })).status).toBe(403);
  });
  expect(changes).toEqual({});
  expect(owner.profile).toMatchObject({ id, phone, ...nameless, registeredElsewhere: true });
  expect((await t.ask('getAccount', given)).results).toEqual(owner.profile);
  const { refresh_token } = owner;
  expect((await t.ask('refresh', { body: { refresh_token } })).profile).toEqual(owner.profile);

  expect(await confirm(owner, true)).toMatchObject({ status: 200, body: { results: { firstName: 'Mallory' } } });

  const { results } = await t.ask('getContent', { token: owner.access_token });
  expect(results.filter(({ ownNote }) => ownNote)).toMatchObject([{ ownNote: 'only for me' }]);
});

test('confirmRegistration: the owner who registered keeps everything and is not asked again (decision 022)', async () => {
  const registered = await register();
  expect(await participate(registered, 'mine')).toEqual(ALL_SENT);
  const owner = await signIn(registered.profile.phone);

  const changes = await changesDuring(t, async () => {
    expect(await confirm(owner, true)).toEqual({
      status: 200,
      body: { results: { ...registered.profile, confirmed: true } },
    });
    expect(await confirm(owner, true)).toMatchObject({ status: 200 });
  });

  expect(changes).toEqual({ accounts: { gone: [expect.anything()], come: [expect.anything()] } });
  expect(await confirm(owner, false)).toEqual(ANSWERED);
  expect(await rowsOf(owner.profile.id)).toEqual(one([...WRITTEN, 'consents']));
});

test('confirmRegistration: an owner who did not register sends anew what a stranger sent (decision 022)', async () => {
  const stranger = await register();
  const { phone, email } = stranger.profile;
  expect(await participate(stranger, 'of a stranger')).toEqual(ALL_SENT);
  const owner = await signIn(phone);
  const { access_token: token } = owner;

  const { status, body } = await confirm(owner, false);

  expect({ status, body }).toEqual({
    status: 200,
    body: {
      results: {
        ...{ id: owner.profile.id, phone, firstName: '', lastName: '', email: '' },
        ...{ organizationName: '', organizationType: '', smsEnabled: true, emailProved: false, confirmed: true },
        ...{ registrationComplete: false, preEventComplete: false, postEventComplete: false },
      },
    },
  });
  expect(await rowsOf(owner.profile.id)).toEqual({});
  const list = (await t.ask('getContent', { token })).results;
  const own = list.flatMap(({ id, vote, comment }) => (vote || comment ? [[id, vote, comment]] : []));
  expect(own).toEqual([]);

  expect((await confirm(owner, false)).status).toBe(200);
  expect(await confirm(owner, true)).toEqual(ANSWERED);
  const fields = { ...attendee(), phone, registrationComplete: true };
  await t.ask('updateAccount', { token, params: { id: owner.profile.id }, body: fields });
  expect(await participate(owner, 'mine')).toEqual(ALL_SENT);
  expect(await rowsOf(owner.profile.id)).toEqual(one([...WRITTEN, 'consents']));
  // The stranger's address is free again, the number is not.
  expect((await t.send('createAccount', { body: { ...attendee(), email } })).status).toBe(201);
  expect((await t.send('createAccount', { body: { ...attendee(), phone } })).status).toBe(409);
});

test('smsLogin: an account that has a ticket is not asked: its holder claims the ticket by mail (decision 022)', async () => {
  const [number, phone] = [newNumber(), simulatedPhone(numbers++)];
  await t.importRows([{ 'Attendee #': number }]);
  const holder = await t.activate(number, { phone });

  const owner = await signIn(phone);

  expect(owner.profile.id).toBe(holder.profile.id);
  expect(owner.profile).not.toHaveProperty('registeredElsewhere');
  expect(await confirm(owner, false)).toEqual(ANSWERED);
});

test('confirmRegistration: until the owner has entered details, no ticket and no mail opens or takes the account (decision 022)', async () => {
  const { phone } = (await register()).profile;
  const number = newNumber();
  const owner = await signIn(phone);
  const { access_token: token, profile } = owner;
  await confirm(owner, false);
  await t.ask('updateAccount', {
    token,
    params: { id: profile.id },
    body: { ...attendee(), phone, email: emailOf(number) },
  });
  await prove(owner, emailOf(number));

  await t.importRows([{ 'Attendee #': number, 'Cell Phone': simulatedPhone(numbers++) }]);
  await t.importRows([{ 'Attendee #': number, Email: attendee().email }]);
  await t.importRows([{ 'Attendee #': number, 'Attendee Status': 'Cancelled' }]);

  expect(await account(profile.id)).toMatchObject({ phone, email_key: emailOf(number), details_due: 1 });
  expect((await t.send('getContent', { token })).status).toBe(200);
});

test('confirmRegistration: an owner whose own ticket waits asks for its address with the new details (decision 022)', async () => {
  const number = newNumber();
  await t.importRows([{ 'Attendee #': number }]);
  const { phone } = (await register()).profile;
  const owner = await signIn(phone);
  await confirm(owner, false);

  const { access_token: token, profile } = owner;
  const body = { ...attendee(), phone, email: emailOf(number), registrationComplete: true };
  await t.ask('updateAccount', { token, params: { id: profile.id }, body });
  await prove(owner, emailOf(number));

  expect((await t.ticketOf(number)).account_id).toBe(profile.id);
});

test("confirmRegistration: nothing of the stranger's stays with the owner: messages, sessions, stored answers (decision 022)", async () => {
  const stranger = await register();
  const body = { message: 'of a stranger' };
  const headers = { 'idempotency-key': 'feedback-1' };
  await t.ask('sendFeedback', { token: stranger.access_token, body, headers });
  const owner = await signIn(stranger.profile.phone);
  const { db } = t.services;
  const mails = () =>
    db
      .selectFrom('outbox')
      .select(['recipient', 'kind'])
      .where('account_id', '=', stranger.profile.id)
      .where('kind', '=', 'mail')
      .execute();
  expect(await mails()).toHaveLength(1);

  await confirm(owner, false);

  expect(await mails()).toEqual([]);
  const sessions = await db
    .selectFrom('sessions')
    .select('proved')
    .where('account_id', '=', owner.profile.id)
    .execute();
  expect(sessions).toEqual([{ proved: 1 }]);
  // The owner's own message has the same key by chance.
  expect((await t.send('sendFeedback', { token: owner.access_token, body: { message: 'mine' }, headers })).status).toBe(
    200,
  );
});

test('confirmRegistration: what a stranger had under way at the proof is deleted, too (decision 022)', async () => {
  const stranger = await register();
  const owner = await signIn(stranger.profile.phone);
  const id = owner.profile.id;
  const at = ((await account(id)).phone_proved_at ?? 0) + 9 * SECOND;
  const { db } = t.services;
  const vote = { account_id: id, content_id: 'opening', vote: 'down' as const, created_at: at, updated_at: at };
  await db.insertInto('votes').values(vote).execute();

  await confirm(owner, false);

  expect(await db.selectFrom('votes').select('content_id').where('account_id', '=', id).execute()).toEqual([]);
});

test('confirmRegistration: no survey stays complete that a stranger has answered (decision 022)', async () => {
  const stranger = await register();
  const id = stranger.profile.id;
  const flags = { preEventComplete: true, postEventComplete: true };
  await t.ask('updateAccount', { token: stranger.access_token, params: { id }, body: flags });
  const owner = await signIn(stranger.profile.phone);

  expect(await confirm(owner, false)).toMatchObject({
    body: { results: { preEventComplete: false, postEventComplete: false } },
  });
});

test('smsLogin: what a stranger has used up of the limits of an account is not counted for its owner (decision 023)', async () => {
  const stranger = await register();
  const ask = (as: Credentials) =>
    t.send('createAudienceQuestion', { token: as.access_token, body: { contentId: 'opening', text: 'Why?' } });
  for (let i = 0; i < 20; i++) await ask(stranger);
  expect((await ask(stranger)).status).toBe(429);

  const owner = await signIn(stranger.profile.phone);
  await confirm(owner, true);
  expect((await ask(owner)).status).toBe(201);
});

test('confirmRegistration: what others saw of the deleted questions and texts is read again (decision 047)', async () => {
  const stranger = await register();
  await participate(stranger, 'of a stranger');
  const { db } = t.services;
  const accountId = stranger.profile.id;
  await db.updateTable('audience_questions').set({ state: 'pinned' }).where('account_id', '=', accountId).execute();
  await db
    .insertInto('answer_approvals')
    .values({ account_id: accountId, question_id: 'poll-a', approved_at: 1 })
    .execute();
  const owner = await signIn(stranger.profile.phone);

  const { changes } = await changesDuring(t, () => confirm(owner, false));

  expect(changes?.come.map(({ topic, ref }) => [topic, ref])).toEqual([
    ['audienceQuestions', ITEM.contentId],
    ['results', 'poll-a'],
  ]);
  expect(await db.selectFrom('answer_approvals').selectAll().where('account_id', '=', accountId).execute()).toEqual([]);
});

test('createAccount: the mark of a registration is not one of a sign-in, and pushes none out (decision 023)', async () => {
  const { profile, headers } = await register();
  expect(headers.cookie).toMatch(/^registration=[\w-]{43}$/);
  t.clock.advance(MINUTE + 1);
  const { code } = await t.requestSignIn(profile.phone);
  const planted = { cookie: `${headers.cookie}; ${headers.cookie.replace('registration', 'device')}` };

  const answer = await t.request('smsLogin', { body: { phone: profile.phone, code }, headers: planted });

  const [own] = cookieOf(answer).cookie.replace('device=', '').split('.');
  expect(own).toMatch(/^[\w-]{43}$/);
  expect(headers.cookie).not.toContain(own);
  expect((await account(profile.id)).registered_on).toBeNull();
});

test('confirmRegistration: both answers, and two sessions, at once end as one of them says (decision 022)', async () => {
  const stranger = await register();
  await participate(stranger, 'of a stranger');
  const [one, two] = [await signIn(stranger.profile.phone), await signIn(stranger.profile.phone)];

  const replies = await Promise.all([confirm(one, true), confirm(two, false), confirm(two, false)]);

  const isKept = replies[0]?.status === 200;
  expect(replies.map(({ status }) => status)).toEqual(isKept ? [200, 409, 409] : [409, 200, 200]);
  expect((await account(one.profile.id)).details_due).toBe(isKept ? 0 : 1);
  expect(Object.keys(await rowsOf(one.profile.id)).length).toBe(isKept ? 7 : 0);
});

test('confirmRegistration: only a session that proved the phone decides, and only about its own account (decision 022)', async () => {
  const [stranger, other] = [await register(), await register()];
  expect(await confirm(stranger, false)).toEqual(
    refusal(403, 'Please sign in with a code that we text to your phone.'),
  );
  const owner = await signIn(stranger.profile.phone);

  const unknown = await confirm({ ...owner, profile: other.profile }, false);
  expect(unknown).toEqual(refusal(404, 'There is no such account.'));
  expect(await confirm(stranger, true)).toEqual(refusal(401, 'Please sign in.'));
  const body = { mine: 'no' };
  const given = { token: owner.access_token, params: { id: owner.profile.id }, body };
  expect(await t.send('confirmRegistration', given)).toMatchObject({
    status: 400,
    body: { errors: { mine: 'Must be true or false' } },
  });
});

const POLL = { campaignId: 'polls', questionId: 'poll-b' };
const answer = (token: string, choice: string, more = {}) =>
  t.send('answerQuestion', { token, params: POLL, body: { ...POLL, answers: [choice], ...more } });
const ANSWERED_ONCE = refusal(409, 'You have already answered this question.');

/** The owner of a phone, after someone else had registered it, answered, and the owner said so. */
async function answeredInMyName() {
  const stranger = await register();
  expect(await answer(stranger.access_token, 'yes')).toMatchObject({ status: 200 });
  const owner = await signIn(stranger.profile.phone);
  expect(await confirm(owner, false)).toMatchObject({ status: 200 });
  return { owner, token: owner.access_token };
}

test('confirmRegistration: after *No* the owner answers anew while the poll takes answers and the hall has not seen the results (decision 022)', async () => {
  await hostPoll(t.services, POLL, { state: 'open', shownTo: 'staff' });
  const { owner, token } = await answeredInMyName();
  const { results } = await t.ask('getQuestion', { token, params: POLL });
  expect(results.answered).toBe(false);

  expect(await answer(token, 'no')).toMatchObject({ status: 200 });
  expect(await answer(token, 'yes')).toEqual(ANSWERED_ONCE);
  const rows = t.services.db.selectFrom('answers').select('answers').where('account_id', '=', owner.profile.id);
  expect(await rows.execute()).toEqual([{ answers: '["no"]' }]);
});

test.each([
  ['the stage has seen the results', { shownTo: 'stage' }, true, {}],
  ['everyone has seen the results', { shownTo: 'everyone' }, true, {}],
  ['the poll is closed', { state: 'closed' }, false, {}],
  ['the poll is closed, and the answer claims to be late', { state: 'closed' }, false, { ageMs: 5000 }],
] as const)(
  'confirmRegistration: *No* gives no second answer once %s (decision 022)',
  async (_, change, answered, more) => {
    await hostPoll(t.services, POLL, { state: 'open', shownTo: 'staff' });
    const { owner, token } = await answeredInMyName();
    await hostPoll(t.services, POLL, change);
    t.clock.advance(4 * SECOND);

    expect(await answer(token, 'no', more)).toEqual(ANSWERED_ONCE);
    expect((await t.ask('getQuestion', { token, params: POLL })).results.answered).toBe(answered);
    expect(await rowsOf(owner.profile.id)).not.toHaveProperty('answers');
  },
);
