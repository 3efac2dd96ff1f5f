import type { CallName } from '@companion/contract/calls';
import { toE164 } from '@companion/contract/usPhone';
import { type Given, refusal } from '@companion/testkit/apiClient';
import { attendFully } from '@companion/testkit/attendFully';
import { changesDuring, dumpDatabase } from '@companion/testkit/databaseChanges';
import { runEvent, runHere } from '@companion/testkit/runEvent';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { settingsOf } from '@companion/testkit/settingsOf';
import { attendee } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseCommand } from '../cli/dataCommands.ts';
import { personalRows } from '../identity/accounts/personalRows.ts';
import { DAY } from '../platform/time.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const erase = (who: string, ...more: string[]) => runHere([eraseCommand], ['erase', who, ...more], settingsOf(t));
const KEPT = 'Earlier backups and archives still contain this person. After restoring one, erase the person again.';

const ITEM = { campaignId: 'agenda', contentId: 'opening' };

/** How many limits count a person who attended fully. */
const LIMITS = 19;

/** Tables that mention one of these, in any column. */
async function tracesOf(identifiers: string[]): Promise<string[]> {
  const limits = await t.services.db.selectFrom('rate_limits').selectAll().execute();
  const dump = { ...(await dumpDatabase(t)), rate_limits: limits };
  return Object.entries(dump)
    .filter(([, rows]) => identifiers.some((identifier) => JSON.stringify(rows).includes(identifier)))
    .map(([table]) => table);
}

test('erase: one person is removed from every table, no one else is affected, and the erasure is recorded', async () => {
  // The first test attendee has the phone number of the event's help desk.
  await attendFully(t, 'bystander');
  const { profile, identifiers, ticket } = await attendFully(t, 'leaving');
  expect((await tracesOf(identifiers)).length).toBeGreaterThan(10);

  const dryRun = await erase(profile.id, '--dry-run');
  let said = '';
  const changes = await changesDuring(t, async () => {
    const { code, output } = await erase(profile.id);
    said = output;
    expect(code).toBe(0);
  });

  expect(await tracesOf(identifiers)).toEqual([]);
  const { erasures, tickets, changes: reported, change_counter: _, ...others } = changes;
  expect(reported?.come.map(({ topic }) => topic).sort()).toEqual(['audienceQuestions', 'results']);
  for (const [table, { gone, come }] of Object.entries(others)) {
    expect([table, come]).toEqual([table, []]);
    expect(JSON.stringify(gone)).not.toContain('bystander');
  }
  const gone = Object.fromEntries(
    Object.entries({ erasures, tickets, ...others }).map(([table, change]) => [table, change?.gone.length ?? 0]),
  );
  expect(gone).toEqual({
    ...{
      accounts: 1,
      consents: 1,
      answers: 1,
      answer_approvals: 1,
      withdrawn_answers: 1,
      audience_questions: 1,
      audience_question_upvotes: 1,
      votes: 1,
      comments: 1,
      comment_moderations: 1,
      saved_sessions: 1,
      own_notes: 1,
      own_calendars: 1,
      feedback: 1,
      sessions: 3,
      link_tokens: 1,
    },
    ...{ link_devices: 1, login_codes: 1, login_phones: 1, password_resets: 1, outbox: 5, invitations: 1, tickets: 1 },
    ...{ idempotency_keys: 2, phone_changes: 1, known_devices: 2, erasures: 0 },
    ...{ announcement_messages: 1, announcement_opt_outs: 1, told_notices: 1, notice_settings: 1 },
    ...{ push_devices: 1, push_messages: 1 },
  });
  expect(tickets?.come).toEqual([
    {
      ...{
        source: 'eventbrite',
        external_id: ticket,
        account_id: null,
        status: 'valid',
        order_id: '',
        ticket_type: '',
      },
      ...{ first_name: '', last_name: '', email: '', email_key: '', phone: '', organization_name: '' },
      ...{ organization_type: '', imported_at: expect.any(Number), updated_at: expect.any(Number) },
      ...{ source_changed_at: null, cancelled_at: null, erased_at: expect.any(Number) },
    },
  ]);
  // And the limits.
  const rows = Object.values(gone).reduce((sum, count) => sum + count, LIMITS);
  expect(erasures?.come).toEqual([{ id: expect.any(String), rows, erased_at: expect.any(Number) }]);
  const counted = /Erased (.*)\./.exec(said)?.[1];
  expect(said).toBe(`Erased ${counted}.\n${KEPT}`);
  expect(counted?.split(', ').sort()).toEqual(
    Object.entries({ ...gone, rate_limits: LIMITS })
      .filter(([, count]) => count > 0)
      .map(([table, count]) => `${count} ${table}`)
      .sort(),
  );
  expect(dryRun.code).toBe(0);
  expect(dryRun.output.split('\n')[0]).toBe(`Would erase ${counted}. Nothing was changed.`);
});

test('erase: --dry-run changes nothing', async () => {
  const { profile } = await attendFully(t, 'staying');

  expect(await changesDuring(t, () => erase(profile.email, '--dry-run'))).toEqual({});
});

test('erase: a person who is signed in is signed out within 5 s, and can only register again', async () => {
  const { profile, linkToken } = await attendFully(t, 'signed-in');
  const { phone } = profile;
  t.clock.advance(DAY);
  const { code } = await t.requestSignIn(phone);
  const session = await t.ask('smsLogin', { body: { phone, code } });
  const token = session.access_token;
  expect((await t.send('getContent', { token })).status).toBe(200);

  await erase(phone);

  t.clock.advance(5000);
  expect((await t.send('getContent', { token })).status).toBe(401);
  const { refresh_token } = session;
  expect((await t.send('refresh', { body: { refresh_token } })).status).toBe(401);
  expect((await t.send('autologin', { body: { token: linkToken } })).status).toBe(401);
  expect((await t.send('login', { body: { phone } })).status).toBe(404);

  const again = await t.register({ email: profile.email, phone });
  expect(again.profile.id).not.toBe(profile.id);
});

test('erase: a person who continues to write is signed out and leaves no rows', async () => {
  for (let round = 0; round < 3; round++) {
    const { profile, access_token: token } = await t.register();
    const statuses = new Set<number>();
    let over = false;
    const write = async (name: CallName, given: (number: number) => Given) => {
      for (let number = 0; !over; number++) statuses.add((await t.send(name, { token, ...given(number) })).status);
    };
    const answer = { campaignId: 'polls', questionId: 'poll-a', answers: ['yes'] };
    const writers = [
      write('createVote', () => ({ body: { ...ITEM, vote: 'up' } })),
      write('updateComment', (number) => ({ body: { ...ITEM, comment: `${number}` } })),
      write('sendFeedback', () => ({ body: { message: 'still here' } })),
      write('createAudienceQuestion', () => ({ body: { contentId: 'opening', text: 'Still here?' } })),
      write('shareMail', (number) => ({ body: { ...ITEM, to: `friend-${number}@example.org` } })),
      write('answerQuestion', () => ({ params: { questionId: 'poll-a' }, body: answer })),
      write('updateAccount', () => ({ params: { id: profile.id }, body: { preEventComplete: true } })),
      write('login', () => ({ body: { phone: profile.phone } })),
    ];
    await expect.poll(() => statuses.has(201)).toBe(true);

    expect(await runEvent(['erase', profile.id], settingsOf(t))).toMatchObject({ code: 0 });

    await expect.poll(() => statuses.has(401)).toBe(true);
    over = true;
    await Promise.all(writers);
    expect(await tracesOf([profile.id, profile.email, profile.phone])).toEqual([]);
    // Feedback has its own limit, and a deadlock may come again and again.
    const others = [...statuses].filter((status) => ![200, 201, 401, 404, 429, 503].includes(status));
    expect([statuses.has(401), others]).toEqual([true, []]);
  }
});

test.each<[CallName, Given]>([
  ['shareMail', { body: { ...ITEM, to: 'friend@example.org' } }],
  ['createAudienceQuestion', { body: { contentId: 'opening', text: 'Still here?' } }],
  ['updateComment', { body: { ...ITEM, comment: 'still here' } }],
  ['sendFeedback', { body: { message: 'still here' } }],
])('erase: while the session is still known, %s is refused and leaves no rows', async (name, given) => {
  const { profile, access_token: token } = await t.register();
  // The session stays in the cache.
  t.clock.freeze(t.clock.now());
  expect((await t.send('getContent', { token })).status).toBe(200);
  await erase(profile.id);

  const changes = await changesDuring(t, async () => {
    for (const more of [{}, { headers: { 'idempotency-key': 'after' } }]) {
      expect(await t.send(name, { ...given, token, ...more })).toEqual(refusal(401, 'Please sign in.'));
    }
  });

  expect(changes).toEqual({});
  expect(await tracesOf([profile.id])).toEqual([]);
  t.clock.set(t.clock.now());
});

test('erase: a number that this person only claims stays with the account that owns it', async () => {
  const owner = await t.register();
  await t.requestSignIn(owner.profile.phone);
  const { profile, access_token: token } = await t.register();
  const body = { ...attendee(), email: profile.email, phone: owner.profile.phone };
  // The API rejects a number that an account has, but the account may have been added later.
  expect((await t.send('updateAccount', { token, params: { id: profile.id }, body })).status).toBe(409);
  await t.services.db
    .insertInto('phone_changes')
    .values(({ selectFrom }) => ({
      ...{ account_id: profile.id, phone: owner.profile.phone, phone_e164: toE164(owner.profile.phone) ?? '' },
      ...{ code_hmac: '', tries: 0, created_at: 0, texted_at: 0, expires_at: 0 },
      session_id: selectFrom('sessions').select('id').where('account_id', '=', profile.id),
    }))
    .execute();

  const changes = await changesDuring(t, () => erase(profile.id));

  expect(Object.keys(changes).sort()).toEqual(['accounts', 'consents', 'erasures', 'phone_changes', 'sessions']);
});

test('erase: an earlier number of this person is removed too, unless another account has it', async () => {
  const move = async () => {
    const { profile, access_token: token } = await t.registerProved();
    const { phone } = attendee();
    await t.ask('updateAccount', {
      token,
      params: { id: profile.id },
      body: { ...attendee(), email: profile.email, phone },
    });
    const code = (await t.textsTo(phone))[0]?.slice(0, 6);
    await t.ask('provePhone', { token, params: { id: profile.id }, body: { code } });
    t.clock.advance(61_000);
    await t.requestSignIn(phone);
    return profile;
  };
  const leaving = await move();
  const other = await move();
  await t.register({ phone: other.phone });
  const phones = async () => (await t.services.db.selectFrom('login_phones').select('phone_e164').execute()).length;
  const before = await phones();

  await erase(leaving.id);
  expect(await phones()).toBe(before - 2);
  await erase(other.id);
  expect(await phones()).toBe(before - 3);
});

test('erase: every table that refers to an account is listed as holding personal data', async () => {
  const tables = await t.services.db.introspection.getTables();
  // Members of the staff are no attendees: owners remove them in the console.
  const ofStaff = ['staff', 'staff_invitations'];
  const personal = tables.filter(({ columns }) =>
    columns.some(({ name }) => /^(account_id|recipient|email|phone)/.test(name)),
  );

  expect(personal.map(({ name }) => name).filter((name) => !personalRows.some(({ table }) => table === name))).toEqual(
    ofStaff,
  );
});
