import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readZip } from '@companion/testkit/readZip';
import { runHere } from '@companion/testkit/runEvent';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { settingsOf } from '@companion/testkit/settingsOf';
import { attendee } from '@companion/testkit/testServer';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportArchiveCommand } from '../cli/dataCommands.ts';

type Row = Record<string, unknown>;

const TABLES = [
  ...[
    'accounts',
    'consents',
    'tickets',
    'erasures',
    'answers',
    'votes',
    'comments',
    'audience_questions',
    'feedback',
    'announcements',
    'announcement_messages',
    'questions',
  ],
  ...[
    'content',
    'revisions',
    'summary_answers',
    'summary_votes',
    'summary_saved_sessions',
    'summary_organization_types',
  ],
];
const NOW = Date.parse('2031-06-10T16:30:00.000Z');

let t: ServerTest;
let folder: string;
let files: Map<string, string>;
let ada: Row;
let bob: Row;
beforeAll(async () => {
  t = await startServerTest();
  t.clock.set(NOW);
  folder = await mkdtemp(join(tmpdir(), 'companion-archive-'));
  ada = await attend({ firstName: '=Ada()', organizationName: '+1 & "Sons"\u2028too', organizationType: 'WOSB' }, [
    'yes',
    4,
    3,
  ]);
  bob = await attend({ firstName: 'Bob 👩🏽‍🚀', organizationName: 'cedar', organizationType: '8(a)' }, ['no', 4, 1]);
  await t.services.db.updateTable('questions').set({ hidden: 1 }).where('id', '=', 'pre-one').execute();
  await t.services.db.updateTable('content').set({ hidden: 1 }).where('id', '=', 'closing').execute();
  expect(await archive('out.zip')).toMatchObject({ code: 0 });
  files = await readZip(join(folder, 'out.zip'));
});
afterAll(async () => {
  await t.stop();
  await rm(folder, { recursive: true });
});

/** Registers, answers a question of every type, votes, comments and gives feedback. */
async function attend(fields: Record<string, string>, [yes, face, one]: [string, number, number]): Promise<Row> {
  const { profile, access_token: token } = await t.register({ ...attendee(), ...fields } as ReturnType<
    typeof attendee
  >);
  const answer = (questionId: string, answers: (string | number)[], comment = '') =>
    t.ask('answerQuestion', {
      token,
      params: { questionId },
      body: { campaignId: 'pre-event', questionId, answers, comment },
    });
  await answer('pre-yes', [yes]);
  await answer('pre-faces', [face]);
  await answer('pre-numbers', [face]);
  await answer('pre-one', [one]);
  await answer('pre-many', [3, 1], 'Both,\nreally "both"');
  await answer('pre-words', [], '=cmd|calc');
  for (const contentId of ['opening', 'closing']) {
    const item = { campaignId: 'agenda', contentId };
    await t.ask('createVote', { token, body: { ...item, vote: contentId === 'opening' ? 'up' : 'down' } });
    await t.ask('createComment', { token, body: { ...item, comment: `-1+1 on ${contentId}` } });
    await t.ask('saveSession', { token, body: { ...item, saved: contentId === 'opening' } });
  }
  await t.ask('sendFeedback', { token, body: { message: '@Everyone: thanks' } });
  return { ...profile };
}

const archive = (name: string, ...more: string[]) =>
  runHere([exportArchiveCommand], ['export', 'archive', join(folder, name), ...more], settingsOf(t), () => NOW);
const json = (table: string): Row[] => JSON.parse(files.get(`json/${table}.json`) ?? '');
const csv = (table: string): Row[] => parse(files.get(`csv/${table}.csv`) ?? '', { bom: true, columns: true });

test('archive: it holds each table as CSV and JSON, the code book and a README', () => {
  expect([...files.keys()]).toEqual([
    ...TABLES.flatMap((table) => [`csv/${table}.csv`, `json/${table}.json`]),
    'codebook.csv',
    'README.txt',
  ]);
  for (const table of TABLES)
    expect(files.get('README.txt')).toMatch(new RegExp(`^${table} +${json(table).length} `, 'm'));
});

test('archive: docs/data-out.md explains exactly its tables', async () => {
  const document = await readFile(join(import.meta.dirname, '../../../docs/data-out.md'), 'utf8');
  const [, section = ''] = /^## The archive$(.*?)^## /ms.exec(document) ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));

  expect(named.sort()).toEqual(TABLES.toSorted());
});

test('archive: accounts, and the terms that each accepted', () => {
  const stamp = expect.stringMatching(/^2031-06-10T16:30:\d\d\.\d{3}Z$/);
  const local = expect.stringMatching(/^2031-06-10 12:30:\d\d$/);
  const byId = (rows: Row[]) => rows.toSorted((a, b) => String(a.account_id).localeCompare(String(b.account_id)));
  expect(json('accounts')).toEqual(
    byId(
      [ada, bob].map((person) => ({
        ...{ account_id: person.id, first_name: person.firstName, last_name: 'Tester', email: person.email },
        ...{ phone: person.phone, organization_name: person.organizationName },
        ...{ phone_proved_at: null, phone_proved_at_local: null, email_proved_at: null, email_proved_at_local: null },
        ...{ organization_type: person.organizationType, registration_complete: true, pre_event_complete: false },
        ...{
          post_event_complete: false,
          sms_enabled: true,
          sms_undeliverable_at: null,
          sms_undeliverable_at_local: null,
        },
        ...{ source: 'registration', invited_at: null, invited_at_local: null },
        ...{ created_at: stamp, created_at_local: local, updated_at: stamp, updated_at_local: local },
      })),
    ),
  );
  expect(json('consents')).toEqual(
    [ada, bob].map((person) => ({
      ...{ account_id: person.id, first_name: person.firstName, last_name: 'Tester' },
      ...{ organization_name: person.organizationName, terms_version: 'terms-7', action: 'registration' },
      ...{ accepted_at: stamp, accepted_at_local: local },
    })),
  );
});

test('archive: answers, each with its question and the chosen options as numbers and text; removed ones are marked', () => {
  const answers = json('answers')
    .filter((row) => row.account_id === ada.id)
    .map((row) => [row.question_id, row.chosen_numbers, row.chosen, row.comment, row.removed]);
  expect(answers).toEqual([
    ['pre-faces', [4], ['Good'], '', false],
    ['pre-many', [1, 3], ['Red', 'Blue'], 'Both,\nreally "both"', false],
    ['pre-numbers', [4], ['4'], '', false],
    ['pre-one', [3], ['Blue'], '', true],
    ['pre-words', [], [], '=cmd|calc', false],
    ['pre-yes', [1], ['yes'], '', false],
  ]);
  expect(json('answers').find((row) => row.question_id === 'pre-many' && row.account_id === ada.id)).toEqual({
    ...{ campaign_id: 'pre-event', campaign: 'Before', question_id: 'pre-many', question: 'Which ones?' },
    ...{ question_type: 'multiple-options', removed: false, chosen_numbers: [1, 3], chosen: ['Red', 'Blue'] },
    ...{ comment: 'Both,\nreally "both"', account_id: ada.id, first_name: '=Ada()', last_name: 'Tester' },
    ...{ organization_name: '+1 & "Sons"\u2028too', organization_type: 'WOSB', answered_at: expect.any(String) },
    answered_at_local: expect.stringMatching(/^2031-06-10 12:3/),
    ...{ made_at: null, made_at_local: null, standing: 'unconfirmed' },
  });
});

test('archive: votes, comments and feedback, each with its item and its author; removed items are marked', () => {
  const cells = (table: string, what: string) =>
    json(table).map((row) => [row.content_id ?? '', row.title ?? '', row.removed ?? '', row[what], row.account_id]);
  const byPerson = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).sort();
  const each = (rows: (id: unknown) => unknown[][]) => byPerson([ada.id, bob.id].flatMap(rows));
  expect(byPerson(cells('votes', 'vote'))).toEqual(
    each((id) => [
      ['opening', 'Opening', false, 'up', id],
      ['closing', 'Closing', true, 'down', id],
    ]),
  );
  expect(byPerson(cells('comments', 'comment'))).toEqual(
    each((id) => [
      ['opening', 'Opening', false, '-1+1 on opening', id],
      ['closing', 'Closing', true, '-1+1 on closing', id],
    ]),
  );
  expect(byPerson(cells('feedback', 'message'))).toEqual(each((id) => [['', '', '', '@Everyone: thanks', id]]));
});

test('archive: CSV equals JSON, with a byte order mark, CR LF, and formulas defused', () => {
  const plain = (value: unknown): string => {
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    return Array.isArray(value) ? value.join('; ') : String(value ?? '');
  };
  for (const table of TABLES) {
    const text = files.get(`csv/${table}.csv`) ?? '';
    expect(text.startsWith('\uFEFF')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
    const undone = csv(table).map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, String(cell).replace(/^'/, '')])),
    );
    expect(undone).toEqual(
      json(table).map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]))),
    );
  }
  const cells = TABLES.flatMap((table) => csv(table).flatMap((row) => Object.values(row)));
  expect(cells.filter((cell) => /^\s*[=+\-@]/.test(String(cell)))).toEqual([]);
  expect(cells).toEqual(expect.arrayContaining(["'=Ada()", "'=cmd|calc", "'-1+1 on opening", "'@Everyone: thanks"]));
});

describe('archive: summaries by organization type', () => {
  const counts = (row: Row, all: number, ...given: [string, number][]) =>
    expect(row).toMatchObject({
      ...{ all, '8(a)': 0, HUBZone: 0, SDVOSB: 0, WOSB: 0, MBE: 0, Large: 0, Small: 0, other: 0, unknown: 0 },
      ...Object.fromEntries(given),
    });
  const both: [string, number][] = [
    ['WOSB', 1],
    ['8(a)', 1],
  ];

  test('each option of each question, and everyone who answered', () => {
    const of = (question: string) => json('summary_answers').filter((row) => row.question_id === question);
    const [everyone, red, green, blue, ...more] = of('pre-one') as [Row, Row, Row, Row, ...Row[]];
    expect(more).toEqual([]);
    expect([everyone, red, green, blue].map((row) => [row.option_number, row.option, row.removed])).toEqual([
      [null, '(everyone who answered)', true],
      [1, 'Red', true],
      [2, 'Green', true],
      [3, 'Blue', true],
    ]);
    counts(everyone, 2, ...both);
    counts(red, 1, ['8(a)', 1]);
    counts(green, 0);
    counts(blue, 1, ['WOSB', 1]);
    expect(of('pre-yes').map((row) => [row.option, row.all])).toEqual([
      ['(everyone who answered)', 2],
      ['yes', 1],
      ['no', 1],
    ]);
    expect(of('pre-many').map((row) => [row.option, row.all])).toEqual([
      ['(everyone who answered)', 2],
      ['Red', 2],
      ['Green', 0],
      ['Blue', 2],
    ]);
    expect(of('pre-words').map((row) => [row.option, row.all])).toEqual([['(everyone who answered)', 2]]);
    expect(of('post-only').map((row) => [row.option, row.all])).toEqual([['(everyone who answered)', 0]]);
  });

  test('saved sessions as one number each, without anything about the people', () => {
    expect(json('summary_saved_sessions')).toEqual([
      { content_id: 'opening', title: 'Opening', category: 'Day 1', removed: false, all: 2, confirmed: 0 },
    ]);
  });

  test('votes, and who took part', () => {
    const votes = json('summary_votes');
    expect(votes.map((row) => [row.content_id, row.vote, row.all, row.removed])).toEqual([
      ['opening', 'up', 2, false],
      ['opening', 'down', 0, false],
      ['closing', 'up', 0, true],
      ['closing', 'down', 2, true],
    ]);
    counts(votes[0] ?? {}, 2, ...both);
    const row = {
      accounts: 1,
      registered: 1,
      confirmed: 0,
      organizations: 1,
      answers: 6,
      votes_up: 1,
      votes_down: 1,
      comments: 2,
      feedback: 1,
    };
    const types = json('summary_organization_types');
    expect(types.find((each) => each.organization_type === 'WOSB')).toEqual({ organization_type: 'WOSB', ...row });
    const twice = Object.fromEntries(Object.entries(row).map(([name, count]) => [name, count * 2]));
    expect(types.at(-1)).toEqual({ organization_type: 'all', ...twice });
  });
});

test('archive: the code book explains every column of every file, and no other', () => {
  const book: Row[] = parse(files.get('codebook.csv') ?? '', { bom: true, columns: true });
  const headers = TABLES.flatMap((table) => {
    const [header = []]: string[][] = parse(files.get(`csv/${table}.csv`) ?? '', { bom: true, to: 1 });
    return header.map((column) => [table, column]);
  });
  expect(book.map((row) => [row.table, row.column])).toEqual(headers);
  expect(book.filter((row) => !row.holds || !row.meaning)).toEqual([]);
});
