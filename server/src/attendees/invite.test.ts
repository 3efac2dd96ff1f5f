import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toE164 } from '@companion/contract/usPhone';
import { type AttendeeTest, emailOf, newNumber, startAttendeeTest } from '@companion/testkit/attendeeTest';
import { changesDuring, countsOf } from '@companion/testkit/databaseChanges';
import { runEvent, startEvent } from '@companion/testkit/runEvent';
import { TEST_EVENT } from '@companion/testkit/testPack';
import { attendee as person, simulatedPhone } from '@companion/testkit/testServer';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { DAY } from '../platform/time.ts';
import { inviteNext } from './invite.ts';

let t: AttendeeTest;
beforeEach(async () => {
  t = await startAttendeeTest();
  t.clock.set('2031-06-01T12:00:00Z');
});
afterEach(() => t.stop());

/** Imports this many attendees. */
async function someAttendees(count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, newNumber);
  await t.importRows(numbers.map((number) => ({ 'Attendee #': number })));
  return numbers;
}
const invite = async (...words: string[]) => (await t.command('invite', ...words)).lines;
const mailsTo = async (number: string) => (await t.outbox()).filter(({ to }) => to === emailOf(number));
/** How many accounts have how many invitations: `{1: 3}`. */
async function countInvitations(): Promise<Record<string, number>> {
  const rows = await t.services.db
    .selectFrom('accounts')
    .leftJoin('outbox', 'outbox.account_id', 'accounts.id')
    .select(({ fn }) => ['accounts.id', fn.count('outbox.id').as('count')])
    .groupBy('accounts.id')
    .execute();
  const counts = Map.groupBy(rows, ({ count }) => String(count));
  return Object.fromEntries([...counts].map(([count, people]) => [count, people.length]));
}

test('invite: an imported attendee gets a mail with a link that signs in and activates until the event ends (decision 017)', async () => {
  const [number = ''] = await someAttendees(1);

  const changes = await changesDuring(t, async () => {
    expect(await invite()).toEqual([
      '1 of 1 people are invited',
      '1 people invited: 1 mails and 0 SMS are in the outbox.',
      // The server may have sent it already.
      expect.stringMatching(/^On record: 1 (waiting|sent)\.$/),
    ]);
  });

  expect(countsOf(changes)).toEqual({ accounts: '+1 -1', link_tokens: '+1', outbox: '+1', invitations: '+1' });
  expect(await mailsTo(number)).toEqual([
    expect.objectContaining({
      kind: 'mail',
      subject: 'Your app for Test Summit',
      text: expect.stringMatching(/^Hello Grace,\n[\s\S]*\/\?t=[\w-]{43}\n[\s\S]*help@example\.com/),
    }),
  ]);
  t.clock.set(Date.parse(TEST_EVENT.endsAt) - 60_000);
  const { access_token, profile } = await t.ask('autologin', {
    body: { token: (await t.tokensTo(emailOf(number)))[0] },
  });
  expect(profile).toMatchObject({ email: emailOf(number), phone: '', registrationComplete: false });
  const body = { ...person(), email: emailOf(number), registrationComplete: true };
  const { results } = await t.ask('updateAccount', { token: access_token, params: { id: profile.id }, body });
  expect(results).toMatchObject({ id: profile.id, phone: body.phone, registrationComplete: true });
  expect((await t.command('invitations')).lines).toEqual(['1 attendees: 1 activated.']);
});

test('invite: with another TOKEN_SECRET than the server has, a command says that the server cannot read its messages', async () => {
  const [number = ''] = await someAttendees(1);
  await invite();
  const run = (secret: Record<string, string>) => runEvent(['invitations'], { ...t.env, ...secret });
  expect(await mailsTo(number)).toHaveLength(1);
  expect((await run({})).output).not.toContain('TOKEN_SECRET');
  expect((await run({ TOKEN_SECRET: 'another secret than that of the server' })).output).toMatch(
    /^warning: TOKEN_SECRET: it is not the one with which this database was used before/m,
  );
});

test('invite: a link that was not opened before the event ended does not open', async () => {
  const [number = ''] = await someAttendees(1);
  await invite();
  t.clock.set(Date.parse(TEST_EVENT.endsAt) + 1);

  expect((await t.send('autologin', { body: { token: (await t.tokensTo(emailOf(number)))[0] } })).status).toBe(401);
  expect(await invite()).toEqual(['The event has ended, so invitation links would not open. Nothing was sent.']);
});

test('invite: once SMS_INVITATIONS_A_DAY is spent people are invited by mail only, and counted (decision 023)', async () => {
  const numbers = [921, 922, 923].map((phone) => ({ 'Attendee #': newNumber(), 'Cell Phone': simulatedPhone(phone) }));
  await t.importRows(numbers);
  const config = { ...t.services.config, smsInvitationsADay: 2 };

  const sent = await inviteNext({ ...t.services, config }, {}, 10);

  expect(sent).toEqual({ people: 3, mail: 3, sms: 2, overBudget: 1 });
});

test('invite: a known phone also gets an SMS with the link only, which proves the phone and does not count as a sign-in SMS', async () => {
  const number = newNumber();
  const phone = simulatedPhone(920);
  await t.importRows([{ 'Attendee #': number, 'Cell Phone': phone }]);

  expect((await invite())[1]).toBe('1 people invited: 1 mails and 1 SMS are in the outbox.');

  const texts = await t.textsTo(phone);
  expect(texts).toEqual([expect.stringMatching(/^Your app for Test Summit: http\S+\/\?t=[\w-]{43}$/)]);
  expect((await t.requestSignIn(phone)).code).toMatch(/^\d{6}$/);
  const [, token] = await t.tokensTo(toE164(phone) ?? '');
  expect((await t.ask('autologin', { body: { token } })).profile.phone).toBe(phone);
  const sessions = await t.services.db.selectFrom('sessions').select('proved').execute();
  expect(sessions).toEqual([{ proved: 1 }]);
});

test('invite: skips who is invited, activated, registered, cancelled or has no e-mail of their own', async () => {
  const [plain = '', active = '', registered, cancelled, shared] = Array.from({ length: 5 }, newNumber) as string[];
  const { profile } = await t.register({ email: emailOf(registered ?? '') });
  await t.services.db.updateTable('accounts').set({ email_proved_at: 1 }).where('id', '=', profile.id).execute();
  const rows = [plain, active, registered, cancelled].map((number) => ({ 'Attendee #': number ?? '' }));
  await t.importRows([...rows, { 'Attendee #': shared ?? '', Email: emailOf(plain) }]);
  await t.activate(active);
  await t.importRows([{ 'Attendee #': cancelled ?? '', 'Attendee Status': 'Refunded' }]);
  const before = (await t.outbox()).length;

  const lines = await invite();
  const again = await invite();

  const record = 'On record: 2 activated, 1 waiting, 1 no e-mail of their own, 1 cancelled.';
  expect(lines.slice(0, -1)).toEqual([
    '1 of 1 people are invited',
    '1 people invited: 1 mails and 0 SMS are in the outbox.',
  ]);
  expect([record, record.replace('waiting', 'sent')]).toContain(lines.at(-1));
  expect(again[0]).toBe('0 people invited: 0 mails and 0 SMS are in the outbox.');
  expect((await t.outbox()).slice(0, -before).map(({ to }) => to)).toEqual([emailOf(plain)]);
});

test('invite: a dry run counts and sends nothing', async () => {
  await someAttendees(3);

  const changes = await changesDuring(t, async () => {
    expect(await invite('--dry-run')).toEqual([
      '3 people would be invited. Nothing was written: this was a dry run.',
      'On record: 3 not invited.',
    ]);
  });

  expect(changes).toEqual({});
});

test('invite: reports each batch once it is committed', async () => {
  await someAttendees(5);

  expect((await invite('--batch', '2')).slice(0, 4)).toEqual([
    '2 of 5 people are invited',
    '4 of 5 people are invited',
    '5 of 5 people are invited',
    '5 people invited: 5 mails and 0 SMS are in the outbox.',
  ]);
});

test('invite: after kill -9 and another run everyone is invited once', async () => {
  await someAttendees(300);
  const child = startEvent(['invite', '--batch', '20'], t.env);
  child.stdout.once('data', () => child.kill('SIGKILL'));
  await once(child, 'close');
  const { 1: invited = 0, 0: left = 0, ...others } = await countInvitations();
  expect([invited + left, others]).toEqual([300, {}]);
  expect(left).toBeGreaterThan(0);

  expect(await invite()).toContain(`${left} people invited: ${left} mails and 0 SMS are in the outbox.`);
  expect(await countInvitations()).toEqual({ 1: 300 });
});

test('invite: two concurrent processes invite everyone once', async () => {
  await someAttendees(200);

  const runs = await Promise.all([1, 2].map(() => runEvent(['invite', '--batch', '10'], t.env)));

  expect(runs.map(({ code }) => code)).toEqual([0, 0]);
  const counts = runs.map(({ output }) => Number(/(\d+) people invited/.exec(output)?.[1]));
  expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(200);
  expect(await countInvitations()).toEqual({ 1: 200 });
});

test('invite: --again-after invites again who has not activated since; both links open', async () => {
  const [number = '', active = ''] = await someAttendees(2);
  await invite();
  await t.activate(active);
  t.clock.advance(3 * DAY);

  expect((await invite('--again-after', '4'))[0]).toMatch(/^0 people invited/);
  expect((await invite('--again-after', '3'))[1]).toMatch(/^1 people invited/);

  const tokens = await t.tokensTo(emailOf(number));
  expect(tokens).toHaveLength(2);
  for (const token of tokens) expect((await t.send('autologin', { body: { token } })).status).toBe(200);
});

test('invite: --failed invites again those whose messages failed, and invitations shows the reason', async () => {
  const [reached = '', failed = ''] = await someAttendees(2);
  await invite();
  await changesDuring(t, async () => {});
  const rejected = { sent_at: null, failed_at: t.clock.now(), last_error: '550 no such mailbox' };
  await t.services.db.updateTable('outbox').set(rejected).where('recipient', '=', emailOf(failed)).execute();
  t.clock.advance(1000);

  expect((await t.command('invitations')).lines).toEqual([
    '2 attendees: 1 sent, 1 failed.',
    'failed: 1 (550 no such mailbox)',
  ]);
  expect((await invite())[0]).toMatch(/^0 people invited/);
  expect((await invite('--failed'))[1]).toMatch(/^1 people invited/);
  expect([(await mailsTo(reached)).length, (await mailsTo(failed)).length]).toEqual([1, 2]);
});

test('invite: --person invites the named attendees, says why it skips others, and fails where no one has the e-mail', async () => {
  const [one = '', two = '', active = ''] = await someAttendees(3);
  await t.activate(active);
  await invite('--person', emailOf(one));

  const { failed, lines } = await t.command(
    'invite',
    '--person',
    `${emailOf(one)}, ${emailOf(two).toUpperCase()}`,
    '--person',
    emailOf(active),
    '--person',
    'no@example.com',
  );

  expect({ failed, lines: lines.filter((line) => !line.startsWith('On record')) }).toEqual({
    failed: true,
    lines: [
      `${emailOf(one)}: is already invited. To invite again, add --again-after 0.`,
      `${emailOf(active)}: the account is already activated.`,
      '1 of 1 people are invited',
      '1 people invited: 1 mails and 0 SMS are in the outbox.',
      'no@example.com: no attendee on record has this e-mail.',
    ],
  });
  expect(await t.command('invite', '--person', 'no@example.com,nor@example.com', '--dry-run')).toEqual({
    failed: true,
    lines: ['no', 'nor'].map((name) => `${name}@example.com: no attendee on record has this e-mail.`),
  });
});

test('invite: a name without --person is rejected, and no one is invited', async () => {
  const [one = ''] = await someAttendees(2);

  const changes = await changesDuring(t, async () => {
    expect(await t.command('invite', emailOf(one))).toEqual({
      failed: true,
      lines: ['To invite single people, name them with --person EMAIL. Without it, all attendees are invited.'],
    });
  });

  expect(changes).toEqual({});
});

test('invitations: FILE lists each attendee with formulas escaped, and an existing file is not replaced', async () => {
  const number = newNumber();
  await t.importRows([{ 'Attendee #': number, 'First Name': '=1+1', 'Last Name': 'Čapek, K.' }]);
  await t.open(number);
  const file = join(tmpdir(), `companion-invitations-${number}.csv`);
  onTestFinished(() => rm(file, { force: true }));

  expect((await t.command('invitations', file)).lines).toEqual([
    '1 attendees: 1 opened.',
    `${file} lists every attendee.`,
  ]);

  const at = new Date((await t.accountOf(number))?.invited_at ?? 0).toISOString();
  expect(await readFile(file, 'utf8')).toBe(
    '\u{feff}Attendee #,First Name,Last Name,Email,State,Why,Invited At\r\n' +
      `${number},'=1+1,"Čapek, K.",${emailOf(number)},opened,,${at}\r\n`,
  );
  expect(await t.command('invitations', file)).toEqual({
    failed: true,
    lines: ['1 attendees: 1 opened.', `${file} exists already. Name another file, or add --force to replace it.`],
  });
  expect((await t.command('invitations', file, '--force')).failed).toBe(false);
});

test.each([
  [['--batch', '0'], '--batch: 0 is not a whole number from 1 to 1000.'],
  [['--again-after', 'soon'], '--again-after: soon is not a whole number from 0 to 365.'],
])('invite: %j is rejected with the reason', async (words, message) => {
  expect(await t.command('invite', ...words)).toEqual({ failed: true, lines: [message] });
});
