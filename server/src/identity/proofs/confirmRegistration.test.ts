import { type Credentials, credentials } from '@companion/contract/session';
import { refusal } from '@companion/testkit/apiClient';
import { type AttendeeTest, emailOf, newNumber, startAttendeeTest } from '@companion/testkit/attendeeTest';
import { changesDuring } from '@companion/testkit/databaseChanges';
import { attendee, simulatedPhone } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '../../platform/time.ts';

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
  return t.ask('smsLogin', { body: { phone, code }, headers });
}

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
  const ask = await send('createAsk', { token, body: { contentId: ITEM.contentId, text: words } });
  const params = { askId: ask.results?.id ?? '' };
  await send('upvoteAsk', { token, params, body: { upvoted: true } });
  await send('sendFeedback', { token, body: { message: words } });
  return statuses;
}
const ALL_SENT = [200, 201, 201, 201, 200, 200];
const WRITTEN = ['answers', 'ask_upvotes', 'asks', 'comments', 'feedback', 'votes'] as const;

/** The token of the link that was mailed to prove an address. */
async function proofTo(address: string): Promise<string | undefined> {
  const mail = (await t.outbox()).find(({ to, text }) => to === address && text.includes('?confirm='));
  return /\?confirm=([\w.-]+)/.exec(mail?.text ?? '')?.[1];
}

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

test('confirmRegistration: the owner who registered keeps everything and is not asked again (decision 022)', async () => {
  const registered = await register();
  expect(await participate(registered, 'mine')).toEqual(ALL_SENT);
  const owner = await signIn(registered.profile.phone);

  const changes = await changesDuring(t, async () => {
    expect(await confirm(owner, true)).toEqual({ status: 200, body: { results: registered.profile } });
    expect(await confirm(owner, true)).toMatchObject({ status: 200 });
  });

  expect(changes).toEqual({ accounts: { gone: [expect.anything()], come: [expect.anything()] } });
  const said = 'You have confirmed already that you registered this account.';
  expect(await confirm(owner, false)).toEqual(refusal(409, said));
  expect(await rowsOf(owner.profile.id)).toEqual(one([...WRITTEN, 'consents']));
});

test('confirmRegistration: an owner who did not register sends anew what a stranger sent, and keeps what they sent since (decision 022)', async () => {
  const stranger = await register();
  const { phone, email } = stranger.profile;
  expect(await participate(stranger, 'of a stranger')).toEqual(ALL_SENT);
  const owner = await signIn(phone);
  const { access_token: token } = owner;
  await t.ask('createVote', { token, body: { campaignId: 'agenda', contentId: 'closing', vote: 'down' } });
  await t.ask('getContent', { token });

  const { status, body } = await confirm(owner, false);

  expect({ status, body }).toEqual({
    status: 200,
    body: {
      results: {
        ...{ id: owner.profile.id, phone, firstName: '', lastName: '', email: '' },
        ...{ organizationName: '', organizationType: '', smsEnabled: true, emailProved: false },
        ...{ registrationComplete: false, preEventComplete: false, postEventComplete: false },
      },
    },
  });
  expect(await rowsOf(owner.profile.id)).toEqual({ votes: 1 });
  const list = (await t.ask('getContent', { token })).results;
  const own = list.flatMap(({ id, vote, comment }) => (vote || comment ? [[id, vote, comment]] : []));
  expect(own).toEqual([['closing', 'down', null]]);

  expect((await confirm(owner, false)).status).toBe(200);
  const fields = { ...attendee(), phone, registrationComplete: true };
  await t.ask('updateAccount', { token, params: { id: owner.profile.id }, body: fields });
  expect(await participate(owner, 'mine')).toEqual(ALL_SENT);
  expect(await rowsOf(owner.profile.id)).toEqual({ ...one([...WRITTEN, 'consents']), votes: 2 });
  // The stranger's address is free again, the number is not.
  expect((await t.send('createAccount', { body: { ...attendee(), email } })).status).toBe(201);
  expect((await t.send('createAccount', { body: { ...attendee(), phone } })).status).toBe(409);
});

test("confirmRegistration: a vote and a comment that the owner changed stay with the owner's values (decision 022)", async () => {
  const stranger = await register();
  await participate(stranger, 'of a stranger');
  const owner = await signIn(stranger.profile.phone);
  const { access_token: token } = owner;
  await t.ask('updateVote', { token, body: { ...ITEM, vote: 'down' } });
  await t.ask('updateComment', { token, body: { ...ITEM, comment: 'mine' } });

  await confirm(owner, false);

  expect(await rowsOf(owner.profile.id)).toEqual(one(['comments', 'votes']));
  const { results } = await t.ask('getContentItem', { token, params: ITEM });
  expect(results).toMatchObject({ vote: 'down', comment: 'mine' });
});

test('confirmRegistration: a ticket with a mistyped phone goes back to its holder, with what the holder sent (decision 022)', async () => {
  const [number, phone] = [newNumber(), simulatedPhone(numbers++)];
  await t.importRows([{ 'Attendee #': number }]);
  const holder = await t.activate(number, { phone });
  expect(await participate(holder, 'of the holder')).toEqual(ALL_SENT);
  const owner = await signIn(phone);
  expect(owner.profile).toMatchObject({ id: holder.profile.id, registeredElsewhere: true });
  expect(await participate(owner, 'of the owner')).toEqual([200, 201, 201, 201, 200, 200]);

  expect(await confirm(owner, false)).toMatchObject({ status: 200, body: { results: { phone, email: '' } } });

  const { account_id } = await t.ticketOf(number);
  expect(account_id).not.toBe(owner.profile.id);
  expect(await account(owner.profile.id)).toMatchObject({ email_key: null, registration_complete: 0 });
  const [token] = await t.tokensTo(emailOf(number));
  const again = await t.ask('autologin', { body: { token } });
  expect(again.profile).toMatchObject({
    id: account_id,
    email: emailOf(number),
    phone: '',
    registrationComplete: false,
  });
  expect(await rowsOf(again.profile.id)).toEqual(one(['answers', 'ask_upvotes', 'asks', 'consents', 'feedback']));
  expect(await rowsOf(owner.profile.id)).toEqual(one(['ask_upvotes', 'asks', 'comments', 'feedback', 'votes']));
  // Importing the export again leaves the ticket where it is.
  expect((await t.importRows([{ 'Attendee #': number }])).join('\n')).toContain('unchanged');
});

test('confirmRegistration: an address that the owner has proved since stays, with its ticket (decision 022)', async () => {
  const [number, phone] = [newNumber(), simulatedPhone(numbers++)];
  await t.importRows([{ 'Attendee #': number }]);
  await t.activate(number, { phone });
  const owner = await signIn(phone);
  const mine = { token: owner.access_token, params: { id: owner.profile.id } };
  await t.ask('proveEmail', { ...mine, body: { token: await proofTo(emailOf(number)) } });

  expect(await confirm(owner, false)).toMatchObject({
    status: 200,
    body: { results: { email: emailOf(number), emailProved: true, firstName: '' } },
  });
  expect((await t.ticketOf(number)).account_id).toBe(owner.profile.id);
});

test('confirmRegistration: a ticket of another address than the one that the owner has proved goes back (decision 022)', async () => {
  const [number, phone] = [newNumber(), simulatedPhone(numbers++)];
  await t.importRows([{ 'Attendee #': number }]);
  await t.activate(number, { phone });
  const owner = await signIn(phone);
  const mine = { token: owner.access_token, params: { id: owner.profile.id } };
  const { email } = attendee();
  await t.ask('updateAccount', { ...mine, body: { ...attendee(), phone, email } });
  await t.ask('proveEmail', { ...mine, body: { token: await proofTo(email) } });

  expect(await confirm(owner, false)).toMatchObject({ status: 200, body: { results: { email, emailProved: true } } });
  expect((await t.ticketOf(number)).account_id).not.toBe(owner.profile.id);
  const [token] = await t.tokensTo(emailOf(number));
  expect(await t.ask('autologin', { body: { token } })).toMatchObject({ profile: { email: emailOf(number) } });
});

test('confirmRegistration: both answers, and two sessions, at once end as one of them says (decision 022)', async () => {
  const stranger = await register();
  await participate(stranger, 'of a stranger');
  const [one, two] = [await signIn(stranger.profile.phone), await signIn(stranger.profile.phone)];

  const replies = await Promise.all([confirm(one, true), confirm(two, false), confirm(two, false)]);

  const [kept, ...discarded] = replies.map(({ status }) => status);
  expect(kept).toBe(200);
  const isKept = discarded.includes(409);
  expect(discarded).toEqual(isKept ? [409, 409] : [200, 200]);
  expect((await account(one.profile.id)).registration_complete).toBe(isKept ? 1 : 0);
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
