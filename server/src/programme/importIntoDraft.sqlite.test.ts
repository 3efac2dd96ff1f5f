import { CHECK, refusal } from '@companion/testkit/apiClient';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { type StaffBrowser, signedInMember } from '@companion/testkit/staffBrowser';
import { grid, session } from '@companion/testkit/testImport';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { planImport } from './importIntoDraft.ts';
import { scheduleAddress } from './scheduleAddress.ts';

let t: ServerTest;
let editor: StaffBrowser;
beforeAll(async () => {
  t = await startServerTest({ EVENT_PACK: 'none' });
  editor = (await signedInMember(t, 'editor')).browser;
});
beforeEach(async () => {
  const { version } = (await draft()).draft;
  await editor.ask('discardDraft', { body: { version } });
});
afterAll(() => t.stop());

const SHEET = [
  'Title,Date,Start,End,Room,Speakers,Category',
  'Opening,11/19/2026,9:00 AM,10:00 AM,Hall,Ada Lind,Main Stage',
  'Pricing,11/19/2026,10:00 AM,11:00 AM,Oak,Bo Ek,Breakout Sessions',
  'Panel,11/20/2026,9:00 AM,10:00 AM,Hall,"Ada Lind, Bo Ek",',
];

const NEW_YORK = { zone: 'America/New_York', skipBad: false };
const bodyOf = (text: string, more: object = {}) => ({ source: { kind: 'text', text }, ...NEW_YORK, ...more });
const dryRun = async (text: string, more: object = {}) =>
  (await editor.ask('importProgramme', { body: { ...bodyOf(text, more), dryRun: true } })).results;
const draft = async () => (await editor.ask('getProgramme')).results;

/** Imports as the console does: what the dry run has shown. */
async function importSheet(text: string, more: object = {}) {
  const { digest } = await dryRun(text, more);
  return editor.send('importProgramme', {
    body: { ...bodyOf(text, more), dryRun: false, ...(digest !== null && { digest }) },
  });
}

test('import into the draft: a dry run changes nothing; the import makes one edit that undo takes back; twice changes nothing', async () => {
  const before = await draft();
  const { report, digest, firstDay, rooms } = await dryRun(SHEET.join('\n'));
  expect(report.totals).toEqual([
    { part: 'sessions', outcome: 'new', count: 3 },
    { part: 'speakers', outcome: 'new', count: 2 },
    { part: 'pack', outcome: 'changed', count: 1 },
  ]);
  expect(report.rows[0]).toMatchObject({
    part: 'pack',
    outcome: 'changed',
    name: 'event: firstDay today -> 2026-11-19',
  });
  expect({ firstDay, rooms }).toEqual({ firstDay: '2026-11-19', rooms: ['Hall', 'Oak'] });
  expect(await draft()).toEqual(before);

  const { undo } = (
    await editor.ask('importProgramme', { body: { ...bodyOf(SHEET.join('\n')), dryRun: false, digest } })
  ).results;

  const { programme, draft: state } = await draft();
  expect(state.version).toBe(before.draft.version + 1);
  expect(programme.agenda.map(({ day, start, category, title }) => [day, start, category, title])).toEqual([
    ['1', '09:00', 'Day 1', 'Opening'],
    ['1', '10:00', 'Breakout Sessions', 'Pricing'],
    ['2', '09:00', 'Day 2', 'Panel'],
  ]);
  const [ada, bo] = programme.speakers.map(({ id }) => id);
  expect(programme.agenda[2]?.speakers).toEqual([ada, bo]);
  const again = await dryRun(SHEET.join('\n'));
  expect([again.digest, again.report.totals]).toEqual([
    null,
    [
      { part: 'sessions', outcome: 'unchanged', count: 3 },
      { part: 'speakers', outcome: 'unchanged', count: 2 },
    ],
  ]);
  await editor.ask('editProgramme', { body: { edits: undo } });
  expect((await draft()).programme).toEqual(before.programme);
});

test('import into the draft: a changed sheet changes, adds and removes; what the staff have added stays', async () => {
  await importSheet(SHEET.join('\n'));
  const own = { op: 'add', list: 'agenda', fields: { title: 'Ours', day: '1', start: '12:00', end: '13:00' } };
  await editor.ask('editProgramme', { body: { edits: [own] } });
  const changed = [
    ...SHEET.slice(0, 2),
    'Pricing,11/19/2026,10:30 AM,11:00 AM,Oak,Bo Ek,Breakout Sessions',
    'New,11/20/2026,9:00 AM,10:00 AM,,,',
  ];

  const { report } = await dryRun(changed.join('\n'));

  expect(report.rows.map(({ part, outcome, name }) => `${part} ${outcome}: ${name}`)).toEqual([
    'sessions warning: row 4 ("New")',
    'sessions removed: Panel',
    'sessions changed: day 1, 10:30-11:00: Pricing: start 10:00 -> 10:30',
    'sessions new: day 2, 09:00-10:00: New',
  ]);
  expect(await importSheet(changed.join('\n'))).toMatchObject({ status: 200 });
  const { agenda } = (await draft()).programme;
  expect(agenda.map(({ title }) => title)).toEqual(['Opening', 'Pricing', 'New', 'Ours']);
});

test('import into the draft: a new session at the time of others with its title never gets the id of one that was removed', async () => {
  const idsOf = async (...rooms: string[]) => {
    const rows = rooms.map((room) => `Roundtable,11/19/2026,9:00 AM,10:00 AM,${room},Speaker of ${room},`);
    expect(await importSheet([SHEET[0], ...rows].join('\n'))).toMatchObject({ status: 200 });
    const { agenda } = (await draft()).programme;
    return rooms.map((room) => agenda.find((entry) => entry.room === room)?.id ?? '');
  };
  const [oak, elm] = await idsOf('Oak', 'Elm');
  expect(await idsOf('Oak')).toEqual([oak]);

  const [still, other] = await idsOf('Oak', 'Fir');

  expect(still).toBe(oak);
  expect([oak, elm, '']).not.toContain(other);
});

test('import into the draft: rejected rows prevent it, each with its column, unless the others are wanted', async () => {
  const bad = [...SHEET, 'Broken,11/20/2026,soon,10:00 AM,Hall,,'].join('\n');
  const { report, digest } = await dryRun(bad);
  expect([digest, report.rows[0]]).toEqual([
    null,
    {
      ...{ part: 'sessions', outcome: 'rejected', name: 'row 5, column "Start" ("Broken")' },
      why: '"soon" is not a time, such as 9:00 AM or 14:30',
    },
  ]);
  const given = { body: { ...bodyOf(bad), dryRun: false } };
  expect(await editor.send('importProgramme', given)).toEqual(
    refusal(400, 'A row is rejected, so nothing was imported.'),
  );
  expect((await draft()).programme.agenda).toEqual([]);

  expect(await importSheet(bad, { skipBad: true })).toMatchObject({ status: 200 });
  expect((await draft()).programme.agenda).toHaveLength(3);
});

test('import into the draft: a speaker whom only rejected rows name is not added, and the report says so', async () => {
  const bad = [...SHEET, 'Backwards,11/20/2026,11:00 AM,10:00 AM,Hall,"Ada Lind, Zoe Ash",'].join('\n');
  const { report, digest } = await dryRun(bad, { skipBad: true });
  const ofSpeakers = report.rows.filter(({ part }) => part === 'speakers');
  expect(ofSpeakers.filter(({ name }) => name.includes('Zoe'))).toEqual([
    { part: 'speakers', outcome: 'left out', name: 'row 5 ("Zoe Ash")', why: 'none of their sessions is imported' },
  ]);

  expect(await importSheet(bad, { skipBad: true, digest })).toMatchObject({ status: 200 });

  const { speakers } = (await draft()).programme;
  expect(speakers.map(({ name }) => name)).toEqual(
    ofSpeakers.filter(({ outcome }) => outcome === 'new').map(({ name }) => name),
  );
  expect(speakers.map(({ name }) => name)).not.toContain('Zoe Ash');
});

test('import into the draft: what another member has changed since the dry run is not overwritten', async () => {
  await importSheet(SHEET.join('\n'));
  const changed = SHEET.join('\n').replace('Hall,Ada', 'Elm,Ada');
  const { digest } = await dryRun(changed);
  const { programme } = await draft();
  const [opening] = programme.agenda;
  const edit = { op: 'set', list: 'agenda', id: opening?.id, field: 'room', from: 'Hall', to: 'Garden' };
  await editor.ask('editProgramme', { body: { edits: [edit] } });

  const reply = await editor.send('importProgramme', { body: { ...bodyOf(changed), dryRun: false, digest } });

  expect(reply).toEqual(refusal(409, 'What would be imported has changed since you looked at it. Please look again.'));
  expect((await draft()).programme.agenda[0]?.room).toBe('Garden');
});

test('import into the draft: files of Sessionize and frab, and a file that is none', async () => {
  const file = (name: string, content: unknown) => ({
    name,
    content: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64'),
  });
  const planned = async (...files: object[]) =>
    (await editor.ask('importProgramme', { body: { source: { kind: 'files', files }, ...NEW_YORK, dryRun: true } }))
      .results;
  const sessions = grid({
    '2026-11-20': { Hall: [session(1, '09:00', '10:00', { speakers: [{ id: 'a', name: 'Ada Lind' }] })] },
  });
  const speakers = [{ id: 'a', fullName: 'Ada Lind', bio: 'Knows **prices**' }];
  const sessionize = await planned(file('grid.json', sessions), file('speakers.json', speakers));
  expect(sessionize.report.totals).toContainEqual({ part: 'speakers', outcome: 'new', count: 1 });
  const xml =
    '<schedule><day date="2026-11-20"><room name="Oak"><event id="7"><title>Talk</title><start>09:00</start><duration>00:30</duration></event></room></day></schedule>';
  expect((await planned(file('schedule.xml', xml))).report.totals[0]).toEqual({
    ...{ part: 'sessions', outcome: 'new', count: 1 },
  });
  expect((await planned(file('page.html', '<html><body>Sign in</body></html>'))).problem).toMatch(
    /^page\.html is a web page, such as a log-in or an error page, not the data\. Import Sessionize/,
  );
  expect((await planned(file('x.csv', 'Title,Start\n"never closed'))).problem).toMatch(/^x\.csv: it is not a CSV file/);
});

test('import into the draft: a zone that does not exist is refused, and hosts may not import', async () => {
  const body = { ...bodyOf(SHEET.join('\n')), zone: 'Mars/Olympus', dryRun: true };
  const zone = 'Must be a time zone, such as America/New_York';
  expect(await editor.send('importProgramme', { body })).toEqual(refusal(400, CHECK, { zone }));
  const host = (await signedInMember(t, 'host')).browser;
  expect((await host.send('importProgramme', { body })).status).toBe(403);
});

test('import from an address: what cannot be fetched is said without what a name stands for inside this network', async () => {
  const body = {
    source: { kind: 'addresses' as const, addresses: ['https://localhost/x.json'] },
    ...NEW_YORK,
    dryRun: true,
  };
  expect(await editor.send('importProgramme', { body })).toEqual(
    refusal(400, CHECK, { address: 'It is not fetched: localhost is not an address on the public internet' }),
  );
  const asked: string[] = [];
  const { result } = await planImport(
    t.services,
    { ...body, source: { ...body.source, addresses: ['https://x.org/s/schedule/'] } },
    {
      fetchPublic: async (address) => {
        asked.push(address);
        return { bytes: Buffer.from(SHEET.join('\n')) };
      },
    },
  );
  expect(asked).toEqual(['https://x.org/s/schedule/export/schedule.json']);
  expect(result.report.totals[0]).toEqual({ part: 'sessions', outcome: 'new', count: 3 });
});

test.each([
  ['https://sessionize.com/api/v2/abc123/view/GridSmart', 'https://sessionize.com/api/v2/abc123/view/All'],
  ['https://pretalx.com/demo/schedule/', 'https://pretalx.com/demo/schedule/export/schedule.json'],
  ['https://pretalx.com/demo/schedule/export/schedule.json', 'https://pretalx.com/demo/schedule/export/schedule.json'],
  [
    'https://docs.google.com/spreadsheets/d/1aB-c/edit?usp=sharing#gid=7',
    'https://docs.google.com/spreadsheets/d/1aB-c/export?format=csv&gid=7',
  ],
  [
    'https://docs.google.com/spreadsheets/d/1aB-c/edit',
    'https://docs.google.com/spreadsheets/d/1aB-c/export?format=csv&gid=0',
  ],
])('scheduleAddress: the data of the page %s', (page, data) => expect(scheduleAddress(page)).toBe(data));
