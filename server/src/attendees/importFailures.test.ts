import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AttendeeTest, emailOf, newNumber, startAttendeeTest, writeExport } from '@companion/testkit/attendeeTest';
import { changesDuring } from '@companion/testkit/databaseChanges';
import { runEvent, startEvent } from '@companion/testkit/runEvent';
import { attendee as person } from '@companion/testkit/testServer';
import { afterEach, beforeEach, expect, test } from 'vitest';

let t: AttendeeTest;
const files: string[] = [];
beforeEach(async () => {
  t = await startAttendeeTest();
});
afterEach(async () => {
  await t.stop();
  for (const file of files.splice(0)) await rm(file);
});

const someRows = (count: number) => Array.from({ length: count }, () => ({ 'Attendee #': newNumber() }));
async function someFile(count: number): Promise<string> {
  const file = await writeExport(someRows(count));
  files.push(file);
  return file;
}
/** Expects that every ticket has an account of its own, with its e-mail. */
async function expectWhole(count: number): Promise<void> {
  const rows = await t.services.db
    .selectFrom('tickets')
    .innerJoin('accounts', 'accounts.id', 'tickets.account_id')
    .select(['tickets.email_key as ticket', 'accounts.email_key as account', 'accounts.id'])
    .execute();
  expect(rows.filter(({ ticket, account }) => ticket !== account)).toEqual([]);
  expect([rows.length, new Set(rows.map(({ id }) => id)).size]).toEqual([count, count]);
  const accounts = await t.services.db.selectFrom('accounts').select('id').where('source', '=', 'eventbrite').execute();
  expect(accounts).toHaveLength(count);
}

test('import attendees: a dry run reports the same as a real run, and writes nothing', async () => {
  const rows = someRows(3);
  await t.importRows(rows.slice(0, 1));
  const next = [...rows, { 'Attendee #': newNumber(), Email: emailOf(rows[2]?.['Attendee #'] ?? '') }];

  let dry: string[] = [];
  const changes = await changesDuring(t, async () => {
    dry = await t.importRows(next, '--dry-run');
  });

  expect(changes).toEqual({});
  expect(dry.pop()).toBe('Nothing was written: this was a dry run.');
  expect(dry).toContain('4 attendees: 3 new, 0 changed, 1 unchanged, 0 cancelled, 0 rejected.');
  expect(await t.importRows(next)).toEqual(dry);
});

test('import attendees: a run that fails reports how far it came, and another run imports the rest', async () => {
  const file = await someFile(600);
  const { db } = t.services;

  // The table changes after the first batch.
  const running = t.command('import', 'attendees', file);
  const tickets = async () => (await db.selectFrom('tickets').select('external_id').execute()).length;
  await expect.poll(tickets, { interval: 5 }).toBeGreaterThanOrEqual(50);
  await db.schema.alterTable('accounts').renameColumn('sms_enabled', 'gone').execute();
  const { failed, lines } = await running;
  await db.schema.alterTable('accounts').renameColumn('gone', 'sms_enabled').execute();

  expect(failed).toBe(true);
  const kept = lines.filter((line) => line.endsWith(': new')).length;
  expect(lines.at(-2)).toMatch(new RegExp(`^The import stopped after ${kept} of 600 attendees, which are imported: `));
  expect(lines.at(-1)).toBe('Run the same command again to import the rest.');
  await expectWhole(kept);
  const again = await t.command('import', 'attendees', file);
  expect(again.lines.at(-1)).toBe(
    `600 attendees: ${600 - kept} new, 0 changed, ${kept} unchanged, 0 cancelled, 0 rejected.`,
  );
  await expectWhole(600);
});

test('import attendees: a reader of the report that ends, as head does, does not stop it', async () => {
  const child = startEvent(['import', 'attendees', await someFile(300)], t.env);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  await once(child.stdout, 'data');
  child.stdout.destroy();
  const [code] = await once(child, 'close');

  expect([code, errors]).toEqual([0, '']);
  await expectWhole(300);
});

test('import attendees: kill -9 leaves no partial attendee, and another run imports the rest', async () => {
  const file = await someFile(400);
  const child = startEvent(['import', 'attendees', file], t.env);
  let reported = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    reported += text.split('\n').length - 1;
    child.kill('SIGKILL');
  });
  await once(child, 'close');

  const kept = (await t.services.db.selectFrom('tickets').select('external_id').execute()).length;
  expect(kept).toBeGreaterThanOrEqual(reported);
  expect(kept).toBeLessThan(400);
  await expectWhole(kept);
  const { failed, lines } = await t.command('import', 'attendees', file);
  expect([failed, lines.at(-1)]).toEqual([
    false,
    `400 attendees: ${400 - kept} new, 0 changed, ${kept} unchanged, 0 cancelled, 0 rejected.`,
  ]);
  await expectWhole(400);
});

test('import attendees: of two concurrent processes with one file, each attendee is new for one', async () => {
  const file = await someFile(250);

  const runs = await Promise.all([1, 2].map(() => runEvent(['import', 'attendees', file], t.env)));

  expect(runs.map(({ code }) => code)).toEqual([0, 0]);
  const lines = runs.flatMap(({ output }) => output.split('\n').filter((line) => line.startsWith('row ')));
  expect(lines.filter((line) => line.endsWith(': new'))).toHaveLength(250);
  expect(lines.filter((line) => line.endsWith(': unchanged'))).toHaveLength(250);
  await expectWhole(250);
});

test('import attendees: concurrent registrations succeed or get 409, and every ticket has its account', async () => {
  const rows = someRows(120);
  const emails = rows.filter((_, index) => index % 4 === 0).map((row) => emailOf(row['Attendee #']));

  const [replies] = await Promise.all([
    Promise.all(emails.map((email) => t.send('createAccount', { body: { ...person(), email } }))),
    t.importRows(rows),
  ]);

  const statuses = new Set(replies.map(({ status }) => status));
  expect([...statuses].filter((status) => status !== 201 && status !== 409)).toEqual([]);
  const accounts = await t.services.db.selectFrom('accounts').select(['email_key', 'source']).execute();
  // An account that registered first without proving the e-mail exists in addition to the one that claims it.
  expect(accounts.filter(({ source }) => source !== 'registration')).toHaveLength(120);
  expect(accounts.filter(({ source }) => source === 'registration')).toHaveLength(
    replies.filter(({ status }) => status === 201).length,
  );
  const linked = await t.services.db
    .selectFrom('tickets')
    .select('account_id')
    .where('account_id', 'is not', null)
    .execute();
  expect(linked).toHaveLength(120);
});
