import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { grid, session, testImport } from '@companion/testkit/testImport';
import { expect, onTestFinished, test } from 'vitest';

async function prepare() {
  const setup = await testImport();
  onTestFinished(setup.remove);
  return setup;
}

const GRID = grid({ '2026-11-20': { Café: [session(1, '09:00', '10:00', { title: 'Résumés “live”' })] } });
const SPEAKERS = [{ id: 'a', fullName: 'Ada Lind', sessions: [] }];
const WANTED =
  " Import Sessionize's GridSmart or All view, the schedule JSON of frab, pretalx or c3voc, or a Pentabarf XML " +
  '(docs/importing.md explains where to find them).';

const ENTITIES = '<!DOCTYPE schedule [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>';
const DECLARES_ENTITIES =
  'x.json declares XML entities, which no schedule needs, so it was not read. Export the schedule again.';

test.each([
  ['UTF-8 with a byte order mark', Buffer.from(`\u{feff}${JSON.stringify(GRID)}`)],
  ['UTF-16 with a byte order mark', Buffer.from(`\u{feff}${JSON.stringify(GRID)}`, 'utf16le')],
  ['UTF-16 of the other order', Buffer.from(`\u{feff}${JSON.stringify(GRID)}`, 'utf16le').swap16()],
  ['UTF-8 with CRLF', Buffer.from(JSON.stringify(GRID, null, 2).replaceAll('\n', '\r\n'))],
])('readScheduleFiles: %s is read without a warning', async (_, bytes) => {
  const { write, run, read } = await prepare();
  await write({ 'grid.json': bytes });

  const { code, lines } = await run(['grid.json']);

  expect(code).toBe(0);
  expect(lines.filter((line) => line.includes('UTF'))).toEqual([]);
  expect((await read()).content.map(({ title, room }) => [title, room])).toEqual([['Résumés “live”', 'Café']]);
});

test('readScheduleFiles: Windows-1252 is read with a warning, because it is a guess', async () => {
  const { write, run, read } = await prepare();
  const text = JSON.stringify(GRID).replace('“', '\u0093').replace('”', '\u0094');
  await write({ 'grid.json': Buffer.from(text, 'latin1') });

  const { code, lines } = await run(['grid.json']);

  expect(code).toBe(0);
  expect(lines).toContain(
    'warning    grid.json is not UTF-8: it is read as Windows-1252. Check accents and quotation marks',
  );
  expect((await read()).content[0]?.title).toBe('Résumés “live”');
});

test.each([
  ['an empty file', '', `x.json is empty.${WANTED}`],
  ['blanks', ' \r\n', `x.json is empty.${WANTED}`],
  [
    'a web page',
    '\n<!DOCTYPE html><html><title>Log in</title></html>',
    `x.json is a web page, such as a log-in or an error page, not the data.${WANTED}`,
  ],
  [
    'a broken download',
    JSON.stringify(GRID, null, 1).slice(0, -20),
    /^x\.json ends too early, in line \d+, inside its JSON/,
  ],
  ['bad JSON', '[\n{"a": 1,}\n]', `x.json:2: the JSON is not valid from here on.${WANTED}`],
  [
    'an empty list',
    '[]',
    `x.json is JSON, but not a schedule that can be imported: it is an empty list, as Sessionize gives it until the schedule is published.${WANTED}`,
  ],
  [
    "a page of pretalx's API",
    '{"count": 1, "next": null, "results": []}',
    `x.json is JSON, but not a schedule that can be imported: it is one entry with the keys count, next, results.${WANTED}`,
  ],
  ['a table', 'Order #,First Name\n1,Ada\n', `x.json is neither JSON nor XML.${WANTED}`],
  ['a calendar', 'BEGIN:VCALENDAR\r\n', `x.json is an iCalendar file.${WANTED}`],
  ['a packed file', gzipSync('[]'), `x.json is packed with gzip: unpack it first, with gunzip.${WANTED}`],
  [
    'a workbook',
    'PK\u0003\u0004\u0014\0',
    `x.json is a ZIP or Excel file: save a workbook as CSV, and import that in the console.${WANTED}`,
  ],
  ['nesting without end', '['.repeat(100_000), /^x\.json ends too early, in line 1/],
  ['a feed', '<?xml version="1.0"?><rss/>', `x.json is XML of another kind: it begins with <rss>.${WANTED}`],
  [
    'broken XML',
    '<?xml version="1.0"?>\n<schedule>\n<day>',
    /^x\.json:\d+: the XML is not valid: it ends too early\. Download the file again\.$/,
  ],
  [
    'entities that grow',
    `${ENTITIES}<schedule><conference><title>&b;</title></conference></schedule>`,
    DECLARES_ENTITIES,
  ],
  [
    'an entity behind a comment that names the root',
    `<!--<schedule-->${ENTITIES}<schedule><conference><title>&b;</title></conference></schedule>`,
    DECLARES_ENTITIES,
  ],
  [
    'an entity behind a quoted bracket',
    '<!DOCTYPE schedule SYSTEM "a>b" [<!ENTITY b "ha">]><schedule><conference><title>&b;</title></conference></schedule>',
    DECLARES_ENTITIES,
  ],
  [
    'an entity inside the schedule',
    `<schedule>${ENTITIES}<conference><title>&b;</title></conference></schedule>`,
    /^x\.json cannot be read: Multiple DOCTYPE declarations found\.$/,
  ],
  ['comments without an end', `<${'!--<'.repeat(500_000)}`, `x.json is XML without content.${WANTED}`],
  ['document types without an end', '<!DOCTYPE a "'.repeat(200_000), `x.json is XML without content.${WANTED}`],
  [
    'a name that would reach into the program',
    '<schedule><__proto__>1</__proto__></schedule>',
    /^x\.json cannot be read: /,
  ],
  [
    'a schedule without sessions',
    '<schedule><day><room name="A"/></day></schedule>',
    'The schedule has no sessions. Publish it at the source, export it again and import that file.',
  ],
  [
    'a list of speakers alone',
    JSON.stringify(SPEAKERS),
    "Sessionize's Speakers view has no sessions. Name the file of the GridSmart view too.",
  ],
])('readScheduleFiles: %s is rejected with what it is and what is needed', async (_, content, message) => {
  const { write, run, files } = await prepare();
  await write({ 'x.json': content });

  const { code, errors, lines } = await run(['x.json']);

  expect(code).toBe(1);
  expect(lines).toEqual([]);
  if (typeof message === 'string') expect(errors).toBe(message);
  else expect(errors).toMatch(message);
  await expect(files()).rejects.toThrow('ENOENT');
});

test('readScheduleFiles: a file of 100 MB, a folder and a missing file are rejected unread', async () => {
  const { write, run, folder } = await prepare();
  await write({ 'big.json': '[' });
  await truncate(join(folder, 'big.json'), 100 * 1024 * 1024);

  expect((await run(['big.json'])).errors).toBe(
    `${join(folder, 'big.json')} has 100 MB, more than the 32 MB that a schedule may have. Check that it is the right file.`,
  );
  expect((await run(['.'])).errors).toBe(`${folder} is not a file.`);
  expect((await run(['none.json'])).errors).toBe(`There is no file ${join(folder, 'none.json')}.`);
});

test('readScheduleFiles: one schedule is imported at a time, with one list of speakers, in the format of --format', async () => {
  const { write, run } = await prepare();
  const frab = { schedule: { conference: { days: [] } } };
  await write({ 'grid.json': GRID, 'speakers.json': SPEAKERS, 'frab.json': frab });

  expect((await run(['grid.json', 'frab.json'])).errors).toBe(
    'More than one of the files is a schedule. Import one at a time.',
  );
  expect((await run(['speakers.json', 'speakers.json'])).errors).toBe(
    'More than one of the files is a list of speakers. Name only one.',
  );
  expect((await run(['speakers.json', 'frab.json'])).errors).toBe(
    "Sessionize's Speakers view can be combined only with a schedule of Sessionize.",
  );
  expect((await run(['grid.json'], ['--format', 'frab-xml'])).errors).toBe(
    "grid.json is not a Pentabarf or frab schedule XML: it looks like Sessionize's GridSmart view.",
  );
  expect((await run(['grid.json', 'speakers.json'], ['--format', 'sessionize-grid'])).code).toBe(0);
  const unknown = await run(['grid.json'], ['--format', 'excel']);
  expect([unknown.code, unknown.errors]).toEqual([
    2,
    expect.stringContaining('--format excel is not one of sessionize-grid'),
  ]);
  expect((await run([])).code).toBe(2);
});

test('readScheduleFiles: a web address given as a file is rejected, with the next step', async () => {
  const { run, remove } = await testImport();
  onTestFinished(remove);

  expect(await run(['https://pretalx.example/schedule.json'])).toEqual({
    code: 1,
    lines: [],
    errors:
      'https://pretalx.example/schedule.json is a web address, but this command reads and writes files only. ' +
      "Download it first, for example with: curl -fL -o FILE 'https://pretalx.example/schedule.json'. " +
      'Then name that file.',
  });
});
