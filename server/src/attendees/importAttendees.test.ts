import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusal } from '@companion/testkit/apiClient';
import {
  type AttendeeTest,
  emailOf,
  exportText,
  newNumber,
  startAttendeeTest,
  writeExport,
} from '@companion/testkit/attendeeTest';
import { changesDuring, countsOf } from '@companion/testkit/databaseChanges';
import { attendee as person, simulatedPhone } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';

let t: AttendeeTest;
beforeAll(async () => {
  t = await startAttendeeTest();
});
afterAll(() => t.stop());

const LINK_GONE = refusal(401, 'This sign-in link is no longer valid.');
/** The lines of the report about one attendee. */
const reportOf = (lines: string[], number: string) =>
  lines.filter((line) => line.includes(`(attendee ${number})`)).map((line) => line.replace(/^.*?\): /, ''));

test('import attendees: a new attendee gets a ticket and a prepared account', async () => {
  const number = newNumber();

  const changes = await changesDuring(t, async () => {
    expect(
      await t.importRows([{ 'Attendee #': number, Company: 'Cedar, "Stone" & Co', 'Organization Type': 'WOSB' }]),
    ).toEqual([
      `row 2 (attendee ${number}): new`,
      '1 attendees: 1 new, 0 changed, 0 unchanged, 0 cancelled, 0 rejected.',
    ]);
  });

  const fields = {
    ...{ first_name: 'Grace', last_name: `Export ${number}`, email: emailOf(number), email_key: emailOf(number) },
    ...{ organization_name: 'Cedar, "Stone" & Co', organization_type: 'WOSB', phone: '' },
  };
  const [id, at] = [expect.any(String), expect.any(Number)];
  expect(changes).toEqual({
    accounts: {
      gone: [],
      come: [
        {
          ...fields,
          ...{ id, source: 'eventbrite', phone_e164: null },
          ...{ phone_proved_at: null, email_proved_at: null, email_claim_key: null },
          ...{ registration_complete: 0, pre_event_complete: 0, post_event_complete: 0, sms_enabled: 0 },
          ...{ sms_undeliverable_at: null, sms_undeliverable_code: null, password_hash: null, invited_at: null },
          ...{ registered_on: null, registered_elsewhere: 0, details_due: 0, created_at: at, updated_at: at },
          ...{ confirmed_at: null, dismissal_id: null, blocked_at: null, registered_from: null },
        },
      ],
    },
    tickets: {
      gone: [],
      come: [
        {
          ...fields,
          ...{ source: 'eventbrite', external_id: number, account_id: id, status: 'valid', order_id: `5${number}` },
          ...{ ticket_type: 'General Admission', imported_at: at, updated_at: at },
          ...{ source_changed_at: null, cancelled_at: null, erased_at: null },
        },
      ],
    },
  });
});

test('import attendees: the same file again changes nothing', async () => {
  const [plain, shared, cancelled, masked] = [newNumber(), newNumber(), newNumber(), newNumber()];
  const rows = [
    { 'Attendee #': plain, 'Cell Phone': simulatedPhone(900) },
    { 'Attendee #': shared, Email: emailOf(plain) },
    { 'Attendee #': cancelled, 'Attendee Status': 'Deleted' },
    { 'Attendee #': masked, 'First Name': 'Info Requested' },
  ];
  const first = await t.importRows(rows);

  let second: string[] = [];
  const changes = await changesDuring(t, async () => {
    second = await t.importRows(rows);
  });

  expect(changes).toEqual({});
  const waits = `warning: has the same e-mail as attendee ${plain}, who has the account for it: kept as a ticket, and invited once it has an e-mail of its own`;
  const rejected = "rejected: masked by Eventbrite (First Name): the buyer has not given the attendee's details";
  expect(first).toEqual([
    `row 2 (attendee ${plain}): new`,
    `row 3 (attendee ${shared}): new; ${waits}`,
    `row 4 (attendee ${cancelled}): cancelled (not on record, so no invitation is sent)`,
    `row 5 (attendee ${masked}): ${rejected}`,
    '4 attendees: 2 new, 0 changed, 0 unchanged, 1 cancelled, 1 rejected.',
  ]);
  expect(second).toEqual([
    `row 2 (attendee ${plain}): unchanged`,
    `row 3 (attendee ${shared}): unchanged; ${waits}`,
    `row 4 (attendee ${cancelled}): unchanged (cancelled)`,
    `row 5 (attendee ${masked}): ${rejected}`,
    '4 attendees: 0 new, 0 changed, 3 unchanged, 0 cancelled, 1 rejected.',
  ]);
});

test('import attendees: a prepared account is updated from the export, and a removed value stays', async () => {
  const number = newNumber();
  await t.importRows([{ 'Attendee #': number, 'Organization Type': 'WOSB' }]);
  const before = await t.accountOf(number);

  const lines = await t.importRows([
    { 'Attendee #': number, 'Last Name': 'Hopper', Company: 'Navy', 'Organization Type': '' },
  ]);

  expect(reportOf(lines, number)).toEqual(['changed (Last Name, Company)']);
  const after = { last_name: 'Hopper', organization_name: 'Navy', updated_at: expect.any(Number) };
  expect(await t.accountOf(number)).toEqual({ ...before, ...after });
});

test('import attendees: a new e-mail ends the access that the old one gave, and the person is invited again', async () => {
  const number = newNumber();
  await t.importRows([{ 'Attendee #': number }]);
  const { token, access_token, profile } = await t.open(number);

  const lines = await t.importRows([{ 'Attendee #': number, Email: `right.${number}@example.com` }]);

  expect(reportOf(lines, number)).toEqual(['changed (Email)']);
  expect(await t.send('autologin', { body: { token } })).toEqual(LINK_GONE);
  // A session that was ended may be known for 5 s (decision 031).
  t.clock.advance(5000);
  expect((await t.send('getAccount', { token: access_token, params: { id: profile.id } })).status).toBe(401);
  expect((await t.open(number)).profile).toMatchObject({ id: profile.id, email: `right.${number}@example.com` });
});

test('import attendees: a new e-mail removes the phone that a reader of the old one entered', async () => {
  const number = newNumber();
  await t.importRows([{ 'Attendee #': number }]);
  const { access_token, profile } = await t.open(number);
  const body = { ...person(), email: emailOf(number) };
  await t.ask('updateAccount', { token: access_token, params: { id: profile.id }, body });

  await t.importRows([{ 'Attendee #': number, Email: `right.${number}@example.com` }]);

  expect((await t.send('login', { body: { phone: body.phone } })).status).toBe(404);
  expect(await t.accountOf(number)).toMatchObject({ phone: '', phone_e164: null, sms_enabled: 0 });
});

test('import attendees: an activated account stays unchanged: only the ticket changes', async () => {
  const number = newNumber();
  await t.importRows([{ 'Attendee #': number }]);
  await t.activate(number, { firstName: 'Amazing', organizationName: 'Mine' });

  let lines: string[] = [];
  const changes = await changesDuring(t, async () => {
    lines = await t.importRows([
      { 'Attendee #': number, 'First Name': 'G.', Email: `other.${number}@example.com`, Company: 'Theirs' },
    ]);
  });

  expect(reportOf(lines, number)).toEqual([
    'changed (First Name, Email, Company; its account is activated and stays unchanged)',
  ]);
  expect(countsOf(changes)).toEqual({ tickets: '+1 -1' });
});

test('import attendees: a ticket is linked to the account that has proved its e-mail, which is confirmed and stays as it is (decision 056)', async () => {
  const number = newNumber();
  const { profile } = await t.register({ email: emailOf(number).toUpperCase() });
  await t.services.db.updateTable('accounts').set({ email_proved_at: 1 }).where('id', '=', profile.id).execute();

  let lines: string[] = [];
  const changes = await changesDuring(t, async () => {
    lines = await t.importRows([{ 'Attendee #': number }]);
  });

  expect(reportOf(lines, number)).toEqual(['new (linked to the account that is registered with this e-mail)']);
  expect(countsOf(changes)).toEqual({ accounts: '+1 -1', tickets: '+1' });
  const { gone, come } = changes.accounts ?? {};
  // The network of a confirmed account is no one's business any more.
  expect(come).toEqual([{ ...gone?.[0], confirmed_at: expect.any(Number), registered_from: null }]);
  expect(await t.accountOf(number)).toMatchObject({ id: profile.id, first_name: profile.firstName });
});

test("import attendees: a colleague's ticket with the buyer's e-mail gets an account once it has an e-mail of its own", async () => {
  const [buyer, colleague] = [newNumber(), newNumber()];
  await t.importRows([{ 'Attendee #': buyer }, { 'Attendee #': colleague, Email: emailOf(buyer) }]);
  expect(await t.accountOf(colleague)).toBeUndefined();

  const lines = await t.importRows([{ 'Attendee #': buyer }, { 'Attendee #': colleague }]);

  expect(reportOf(lines, colleague)).toEqual(['changed (Email)']);
  expect([(await t.accountOf(buyer))?.email, (await t.accountOf(colleague))?.email]).toEqual([
    emailOf(buyer),
    emailOf(colleague),
  ]);
});

test('import attendees: two attendees can swap their e-mails', async () => {
  const [one, two] = [newNumber(), newNumber()];
  await t.importRows([{ 'Attendee #': one }, { 'Attendee #': two }]);

  await t.importRows([
    { 'Attendee #': one, Email: emailOf(two) },
    { 'Attendee #': two, Email: emailOf(one) },
  ]);

  const [first, second] = [await t.accountOf(one), await t.accountOf(two)];
  expect([first?.email_key, second?.email_key]).toEqual([emailOf(two), emailOf(one)]);
});

test('import attendees: an imported US phone can sign in before the activation', async () => {
  const number = newNumber();
  const phone = simulatedPhone(901);
  await t.importRows([{ 'Attendee #': number, 'Cell Phone': phone.replace(/\D/g, '') }]);

  const { code } = await t.requestSignIn(phone);

  const { profile } = await t.ask('smsLogin', { body: { phone, code } });
  expect(profile).toMatchObject({ phone, smsEnabled: true, registrationComplete: false });
});

test('import attendees: a phone of another account is left out with a warning', async () => {
  const number = newNumber();
  const { profile } = await t.register();

  const lines = await t.importRows([{ 'Attendee #': number, 'Cell Phone': profile.phone }]);

  expect(reportOf(lines, number)).toEqual(['new; warning: its phone is that of another account and is left out']);
  expect(await t.accountOf(number)).toMatchObject({ phone: '', phone_e164: null, sms_enabled: 0 });
});

test('import attendees: an erased attendee is not imported again', async () => {
  const [number, other] = [newNumber(), newNumber()];
  await t.importRows([{ 'Attendee #': number }, { 'Attendee #': other }]);
  const account = await t.accountOf(number);
  await t.services.db
    .deleteFrom('accounts')
    .where('id', '=', account?.id ?? '')
    .execute();
  const erased = { erased_at: t.clock.now(), first_name: '', last_name: '', email: '', email_key: '' };
  await t.services.db.updateTable('tickets').set(erased).where('external_id', '=', number).execute();

  let lines: string[] = [];
  const changes = await changesDuring(t, async () => {
    lines = await t.importRows([{ 'Attendee #': number }, { 'Attendee #': other }]);
  });

  expect(changes).toEqual({});
  expect(reportOf(lines, number)).toEqual(['rejected: the ticket was erased, and is never imported again']);
});

test('createAccount: an imported e-mail is 409, and its owner gets the activation link by mail (decision 031)', async () => {
  const number = newNumber();
  await t.importRows([{ 'Attendee #': number }]);

  expect((await t.send('createAccount', { body: { ...person(), email: emailOf(number) } })).status).toBe(409);

  const [token] = await t.tokensTo(emailOf(number));
  expect((await t.ask('autologin', { body: { token } })).profile.email).toBe(emailOf(number));
});

test.each([
  ['UTF-8 with a mark', (text: string) => Buffer.from(`\u{feff}${text}`), []],
  ['UTF-16, as Excel writes "Unicode text"', (text: string) => Buffer.from(`\u{feff}${text}`, 'utf16le'), []],
  [
    'Windows-1252',
    (text: string) => Buffer.from(text, 'latin1'),
    [expect.stringMatching(/^warning: .* is not UTF-8 and is read as Windows-1252: check names with accents$/)],
  ],
])('import attendees: a file in %s is read', async (_, encode, warnings) => {
  const number = newNumber();
  const file = join(tmpdir(), `companion-attendees-${number}.csv`);
  await writeFile(file, encode(exportText([{ 'Attendee #': number, 'First Name': 'Zoë' }])));

  const { lines } = await t.command('import', 'attendees', file);

  await rm(file);
  expect(lines.slice(0, -2)).toEqual([...warnings, `row 2 (attendee ${number}): new`]);
  expect((await t.accountOf(number))?.first_name).toBe('Zoë');
});

test("import attendees: importing Eventbrite's newer report again changes nothing, and it has the same attendees as the older one", async () => {
  const [one, two] = [newNumber(), newNumber()];
  const row = (number: string, quantity: string) =>
    `77,${'Grace'},Export ${number},${emailOf(number)},${quantity},General Admission,77${number}001`;
  const header =
    'Order ID,Attendee first name,Attendee last name,Attendee email,Ticket quantity,Ticket type,Barcode number';
  const file = join(tmpdir(), `companion-newer-${one}.csv`);
  await writeFile(file, [header, row(one, '1'), row(two, '3')].join('\r\n'));

  const first = await t.command('import', 'attendees', file);
  const second = await t.command('import', 'attendees', file);
  await rm(file);
  const older = await t.importRows([{ 'Attendee #': one, 'Order #': '77', Company: '' }]);

  expect([first.failed, reportOf(first.lines, one), reportOf(first.lines, two)]).toEqual([
    false,
    ['new'],
    ['new; warning: the row stands for 3 tickets but names one person: the others are not imported'],
  ]);
  expect(reportOf(second.lines, one)).toEqual(['unchanged']);
  expect(reportOf(older, one)).toEqual(['unchanged']);
  const [a, b] = [await t.accountOf(one), await t.accountOf(two)];
  expect([a?.email, b?.email]).toEqual([emailOf(one), emailOf(two)]);
});

test('import attendees: a file without a usable row fails', async () => {
  const rows = [newNumber(), newNumber()].map((number) => ({ 'Attendee #': number, Email: '****' }));
  const file = await writeExport(rows);

  const { failed, lines } = await t.command('import', 'attendees', file);

  await rm(file);
  const [one = '', two = ''] = rows.map((row) => row['Attendee #']);
  expect([failed, ...lines.slice(-4)]).toEqual([
    true,
    'Rejected (2):',
    `  masked by Eventbrite (Email): the buyer has not given the attendee's details: row 2 (attendee ${one}), row 3 (attendee ${two})`,
    '2 attendees: 0 new, 0 changed, 0 unchanged, 0 cancelled, 2 rejected.',
    'No attendees were imported: every row is rejected, for the reasons above.',
  ]);
});
