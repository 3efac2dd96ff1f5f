import { mkdir, readdir, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type AttendeeTest, emailOf, exportText, newNumber, startAttendeeTest } from '@companion/testkit/attendeeTest';
import { signedInMember } from '@companion/testkit/staffBrowser';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

let t: AttendeeTest;
let browser: Awaited<ReturnType<typeof signedInMember>>['browser'];
beforeAll(async () => {
  t = await startAttendeeTest();
  t.clock.set('2031-06-01T12:00:00Z');
  ({ browser } = await signedInMember(t, 'editor'));
});
afterAll(() => t.stop());

async function upload(
  name: 'checkPeopleImport' | 'importPeople',
  file: string | Buffer,
  query: Record<string, string> = {},
) {
  const { results } = await browser.ask(name, { body: { content: gzipSync(file).toString('base64') } });
  const read = async () =>
    (await browser.ask('getPeopleImport', { params: { importId: results.importId }, query })).results;
  await expect.poll(async () => (await read()).state, { timeout: 30_000 }).not.toBe('running');
  return read();
}
const accounts = () => t.services.db.selectFrom('accounts').selectAll().execute();

test('import on screen: a dry run reports every row and writes no one; the import does what it said, and again nothing', async () => {
  const [good, bad] = [newNumber(), newNumber()];
  const file = exportText([
    { 'Attendee #': good },
    { 'Attendee #': bad, Email: 'Information Requested', 'First Name': 'Information Requested' },
  ]);

  const checked = await upload('checkPeopleImport', file);

  expect(checked).toMatchObject({ isDryRun: true, state: 'done', rows: 2, done: 2, error: '', reported: 2 });
  expect(checked.report.map(({ row, attendee, outcome }) => [row, attendee, outcome])).toEqual([
    [2, good, 'new'],
    [3, bad, 'rejected'],
  ]);
  expect(checked.report[1]?.detail).toContain('masked by Eventbrite');
  expect(await accounts()).toEqual([]);

  const imported = await upload('importPeople', file);
  expect([imported.isDryRun, imported.report]).toEqual([false, checked.report]);
  expect((await accounts()).map(({ email }) => email)).toEqual([emailOf(good)]);
  const again = await upload('importPeople', file, { filter: 'unchanged' });
  expect(again.report.map(({ attendee }) => attendee)).toEqual([good]);
  expect(again.counts).toContainEqual({ filter: 'rejected', rows: 1 });
  const audit = await t.services.db.selectFrom('audit_log').select('action').execute();
  expect(audit.map(({ action }) => action)).toEqual(['importPeople', 'importPeople']);
});

test('import on screen: the report of thousands of rows has each of them, page by page, as has one of an earlier version', async () => {
  const rows = 1_050;
  const file = exportText(
    Array.from({ length: rows }, () => ({ 'Attendee #': newNumber(), 'First Name': 'Information Requested' })),
  );
  const { results } = await browser.ask('checkPeopleImport', { body: { content: gzipSync(file).toString('base64') } });
  const { importId } = results;
  const read = async (page: number) =>
    (await browser.ask('getPeopleImport', { params: { importId }, query: { page: String(page) } })).results;
  await expect.poll(async () => (await read(1)).state, { timeout: 30_000 }).toBe('done');
  const everyRow = async () => {
    const pages = await Promise.all(Array.from({ length: 11 }, (_, page) => read(page + 1)));
    return pages.flatMap(({ report }) => report.map(({ row }) => row));
  };

  expect(await everyRow()).toEqual(Array.from({ length: rows }, (_, index) => index + 2));

  const { db } = t.services;
  const { report } = await db
    .selectFrom('people_imports')
    .select('report')
    .orderBy('updated_at', 'desc')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('people_imports')
    .set({ report: JSON.stringify(JSON.parse(report)) })
    .where('id', '=', results.importId)
    .execute();
  expect(await everyRow()).toHaveLength(rows);
});

test('import on screen: a check answers with the first rows as they were read, which are stored nowhere', async () => {
  const content = (file: string) => gzipSync(file).toString('base64');
  const people = ['Ada  King Byron', 'Fox, Cy', 'Bo Lee', 'Dee Ray'].map(
    (name, index) => `"${name}",p${index}@example.com`,
  );
  const given = { body: { content: content(['Full name,Work email', 'too short', ...people].join('\n')) } };

  const { importId, sample } = (await browser.ask('checkPeopleImport', given)).results;

  expect(sample).toEqual([
    { row: 3, firstName: 'Ada', lastName: 'King Byron', email: 'p0@example.com' },
    { row: 4, firstName: 'Cy', lastName: 'Fox', email: 'p1@example.com' },
    { row: 5, firstName: 'Bo', lastName: 'Lee', email: 'p2@example.com' },
  ]);
  const read = async () => (await browser.ask('getPeopleImport', { params: { importId } })).results.state;
  await expect.poll(read, { timeout: 30_000 }).toBe('done');
  const { db } = t.services;
  const stored = await db.selectFrom('people_imports').selectAll().where('id', '=', importId).executeTakeFirstOrThrow();
  expect(JSON.stringify(stored)).not.toMatch(/Byron|p0@/);

  const unread = await browser.ask('checkPeopleImport', { body: { content: content('PK\u0003') } });
  expect(unread.results.sample).toEqual([]);
});

test('import on screen: a check that could not be finished says that nothing was imported', async () => {
  // It copies what it compares with into a folder there.
  vi.stubEnv('TMPDIR', '/dev/null');
  const { state, error } = await upload('checkPeopleImport', exportText([{ 'Attendee #': newNumber() }]));
  vi.unstubAllEnvs();
  expect([state, error]).toEqual([
    'stopped',
    'The check could not be finished. Nothing was imported: check the file again.',
  ]);
});

test('import on screen: a check removes the copy that a killed one has left', async () => {
  const left = join(tmpdir(), 'companion-dry-run-left');
  await mkdir(left, { recursive: true });
  await utimes(left, 0, 0);
  await upload('checkPeopleImport', exportText([{ 'Attendee #': newNumber() }]));
  const copies = (await readdir(tmpdir())).filter((name) => name.startsWith('companion-dry-run-'));
  expect(copies).not.toContain('companion-dry-run-left');
});

test('import on screen: without its entry in the audit log nothing is imported, and the next import begins', async () => {
  const before = await accounts();
  const content = gzipSync(exportText([{ 'Attendee #': newNumber() }])).toString('base64');
  const { db } = t.services;
  const renamed = async (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db);
  await renamed('audit_log', 'audit_log_away');
  const refused = await browser
    .send('importPeople', { body: { content } })
    .finally(() => renamed('audit_log_away', 'audit_log'));
  expect(refused.status).toBe(500);
  const imports = async () => db.selectFrom('people_imports').select('id').where('ended_at', 'is', null).execute();
  await expect.poll(imports).toEqual([]);
  expect(await accounts()).toEqual(before);
  const next = exportText([{ 'Attendee #': newNumber() }]);
  expect(await upload('checkPeopleImport', next)).toMatchObject({
    state: 'done',
    counts: [{ filter: 'new', rows: 1 }, {}, {}, {}, {}, {}],
  });
});

test('import on screen: a file in another encoding is read, with a warning; what is no export is refused with the reason', async () => {
  const number = newNumber();
  const latin = Buffer.from(exportText([{ 'Attendee #': number, 'First Name': 'Zoë' }]), 'latin1');
  const { warnings } = await upload('importPeople', latin);
  expect(warnings).toEqual([expect.stringContaining('Windows-1252')]);
  expect(await t.accountOf(number)).toMatchObject({ first_name: 'Zoë' });
  for (const [file, reason] of [
    ['Name,Company\nAda,Firm\n', 'no column “Email”'],
    ['<html>', 'not a CSV file'],
    [exportText([]), 'no attendees'],
    [Buffer.alloc(33 * 1024 * 1024), 'too large'],
  ] as const)
    expect(await upload('checkPeopleImport', file)).toMatchObject({
      state: 'stopped',
      error: expect.stringContaining(reason),
    });
  expect(await browser.send('importPeople', { body: { content: '' } })).toMatchObject({ status: 400 });
});

test('invite everyone: counted first, with the parts of the texts; only those who were counted, once', async () => {
  await t.importRows([{ 'Attendee #': newNumber(), 'Cell Phone': '(202) 555-0177' }]);
  const { results: counted } = await browser.ask('getInvitees');
  expect(counted).toMatchObject({ people: 3, mails: 3, texts: 1, textParts: 1, obstacle: '' });
  expect(await browser.send('invitePeople', { body: { people: 2 } })).toMatchObject({
    status: 409,
    body: { results: { people: 3 } },
  });

  expect((await browser.ask('invitePeople', { body: { people: 3 } })).results).toEqual({ invited: 3, left: 0 });

  const invitations = await t.services.db.selectFrom('invitations').select('kind').execute();
  expect(invitations.map(({ kind }) => kind).sort()).toEqual(['mail', 'mail', 'mail', 'sms']);
  expect((await browser.ask('getInvitees')).results.people).toBe(0);
  t.clock.set('2041-06-01T12:00:00Z');
  const late = (await signedInMember(t, 'owner')).browser;
  expect((await late.ask('getInvitees')).results.obstacle).toContain('has ended');
  expect((await late.send('invitePeople', { body: { people: 0 } })).status).toBe(409);
});

test("import on screen: a list of the organizer's own makes the same accounts, and a later one adds whom it has not had", async () => {
  ({ browser } = await signedInMember(t, 'editor'));
  const list = (...rows: string[]) => ['Full name,Email,Company', ...rows].join('\n');
  const [ada, bo] = ['Ada Byron,ada@list.example,Firm', 'Bo Lee,bo@list.example,'];

  const first = await upload('importPeople', list(ada));
  const second = await upload('importPeople', list(bo, ada.replace('Firm', 'Cedar LLC')));

  expect(first.report.map(({ row, attendee, outcome }) => [row, attendee, outcome])).toEqual([[2, '', 'new']]);
  expect(second.report.map(({ outcome, detail }) => [outcome, detail])).toEqual([
    ['new', ''],
    ['changed', 'Company'],
  ]);
  expect([first.others, second.others]).toEqual([0, 0]);
  // Whichever row is first.
  expect((await upload('checkPeopleImport', list('Cy Lee,,', ada))).others).toBe(1);
  const made = (await accounts())
    .filter(({ email }) => email.endsWith('@list.example'))
    .sort((one, other) => one.email.localeCompare(other.email));
  expect(made.map((row) => [row.first_name, row.organization_name, row.source, row.registration_complete])).toEqual([
    ['Ada', 'Cedar LLC', 'list', 0],
    ['Bo', '', 'list', 0],
  ]);
  const { results } = await browser.ask('getPerson', { params: { personId: made[0]?.id ?? '' } });
  expect(results.tickets).toMatchObject([{ number: '', name: 'Ada Byron', isCancelled: false }]);
});

test('import on screen: people are counted with it as soon as it has ended', async () => {
  const imported = async () => (await browser.ask('getPeopleFunnel')).results.imported;
  const before = await imported();

  await upload('importPeople', exportText([{ 'Attendee #': newNumber() }]));

  expect(await imported()).toBe(before + 1);
});

test('people: a ticket with the e-mail of another attendee shows on the page of who has the account, until it has its own', async () => {
  const [first, second] = [newNumber(), newNumber()];
  await upload('importPeople', exportText([{ 'Attendee #': first }, { 'Attendee #': second, Email: emailOf(first) }]));
  const holder = await t.services.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', emailOf(first))
    .executeTakeFirstOrThrow();
  const read = async () => (await browser.ask('getPerson', { params: { personId: holder.id } })).results;

  const { tickets, waitingTickets } = await read();
  expect([tickets, waitingTickets].map((list) => list.map(({ number }) => number))).toEqual([[first], [second]]);

  await upload('importPeople', exportText([{ 'Attendee #': second, Email: emailOf(second) }]));
  expect((await read()).waitingTickets).toEqual([]);
});
