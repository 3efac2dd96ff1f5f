import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { grid, session, testImport } from '@companion/testkit/testImport';
import { expect, onTestFinished, test } from 'vitest';

async function prepare() {
  const setup = await testImport();
  onTestFinished(setup.remove);
  return setup;
}

const ADA = { speakers: [{ id: 'a', name: 'Ada Lind' }] };
const day = (...sessions: unknown[]) => grid({ '2026-11-20': { Hall: sessions } });
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('import schedule: creates a missing pack completely, with marked placeholders', async () => {
  const { write, run, files, read } = await prepare();
  await write({ 'grid.json': day(session(1, '09:00', '10:00', ADA)) });

  const { code, lines } = await run(['grid.json']);

  expect(code).toBe(0);
  expect(lines.at(-1)).toMatch(/pack: speakers\.yaml, agenda\.yaml, event\.yaml, .* written\.$/);
  expect(Object.keys(await files()).sort()).toEqual([
    ...['about.md', 'agenda.yaml', 'campaigns.yaml', 'event.yaml', 'logo.svg', 'privacy-policy.md', 'speakers.yaml'],
    ...['sponsors.yaml', 'thanks.md', 'welcome.md'],
  ]);
  const { event, warnings } = await read();
  const placeholders = warnings.filter(({ text }) => text.startsWith('a placeholder is still to be replaced: '));
  expect([...new Set(placeholders.map(({ file }) => file))].sort()).toEqual([
    'about.md',
    'event.yaml',
    'privacy-policy.md',
    'thanks.md',
    'welcome.md',
  ]);
  expect([event.name, event.host, event.about, event.time_zone]).toEqual([
    'EDIT: the name of the event',
    'EDIT: the firm that runs it',
    '<p>EDIT: about the event and the firm that runs it.</p>',
    'America/New_York',
  ]);
});

test('import schedule: importing twice changes no byte, and reports it', async () => {
  const { write, run, files } = await prepare();
  const texts = [
    'a: b',
    '- x\n- y',
    '# h',
    '"q" \'s\'',
    'null',
    '  lead',
    '| pipe\n',
    '<p>a</p>\u0000\u0007\u2028b',
    '&a *b',
    '---',
  ];
  const sessions = texts.map((description, id) =>
    session(id + 1, `${String(9 + id).padStart(2, '0')}:00`, `${String(9 + id).padStart(2, '0')}:30`, {
      ...ADA,
      title: `${description.split('\n')[0]} title`,
      description,
    }),
  );
  await write({ 'grid.json': day(...sessions) });
  await run(['grid.json']);
  const before = await files();

  const { code, lines } = await run(['grid.json']);

  expect(code).toBe(0);
  expect(lines).toContain('sessions: 10 unchanged');
  expect(lines.at(-1)).toMatch(/matches the schedule already: nothing was written\.$/);
  expect(await files()).toEqual(before);
});

test('import schedule: a dry run reports the same as the run and writes nothing', async () => {
  const { write, run, files, folder } = await prepare();
  await write({ 'grid.json': day(session(1, '09:00', '10:00', ADA)) });

  const dry = await run(['grid.json'], ['--dry-run']);
  expect(await readdir(folder)).toEqual(['grid.json']);
  const real = await run(['grid.json']);

  expect(dry.lines.slice(0, -1)).toEqual(real.lines.slice(0, -1));
  expect(dry.lines.at(-1)).toMatch(/would be written \(dry run\)\.$/);
  const before = await files();
  await write({ 'grid.json': day(session(1, '09:30', '10:00', ADA)) });
  expect((await run(['grid.json'], ['--dry-run'])).lines).toContain(
    'changed    sessionize-1  day 1, 09:30-10:00: Session 1: start 09:00 -> 09:30',
  );
  expect(await files()).toEqual(before);
});

test('import schedule: reports changes by field, keeps ids when titles and times change, and removes missing sessions', async () => {
  const { write, run, read } = await prepare();
  await write({
    'grid.json': day(
      session(1, '09:00', '10:00', { ...ADA, description: 'Old' }),
      session(2, '10:00', '11:00', { speakers: [{ id: 'b', name: 'Bo' }] }),
    ),
  });
  await run(['grid.json']);
  await write({
    'grid.json': day(
      session(3, '08:00', '09:00'),
      session('1', '09:15', '10:00', { ...ADA, title: 'Renamed', description: 'New', isServiceSession: false }),
    ),
  });

  const { lines } = await run(['grid.json']);

  expect(lines.slice(0, 7)).toEqual([
    'sessions: 1 new, 1 changed, 1 removed',
    'new        sessionize-3  day 1, 08:00-09:00: Session 3',
    'changed    sessionize-1  day 1, 09:15-10:00: Renamed: start 09:00 -> 09:15, title Session 1 -> Renamed, body Old -> New',
    'removed    sessionize-2  Session 2',
    'speakers: 1 unchanged, 1 removed, 1 warning',
    'unchanged  sessionize-speaker-a  Ada Lind',
    'removed    sessionize-speaker-b  Bo',
  ]);
  expect((await read()).content.map(({ id }) => id)).toEqual([
    ...['sessionize-3', 'sessionize-1', 'sessionize-speaker-a'],
  ]);
});

test("import schedule: the organizer's own entries, keys, comments and files stay unchanged", async () => {
  const { write, run, files, read } = await prepare();
  await write({ 'grid.json': day(session(1, '09:00', '10:00', ADA)) });
  await run(['grid.json']);
  const { 'agenda.yaml': agenda = '', 'speakers.yaml': speakers = '', 'event.yaml': event = '' } = await files();
  const own =
    '# Ours\n- id: dinner # every year\n  day: 2\n  start: "19:00"\n  end: "21:00"\n  category: Day 2\n  title: "Welcome: Dinner"\n  body: |\n    Come\n\n    early.\n  speakers: [sessionize-speaker-a]\n';
  await write({
    'pack/agenda.yaml': `${own}\n${agenda.replace('    - sessionize-speaker-a', '    - sessionize-speaker-a\n  sponsor: acme')}`,
    'pack/speakers.yaml': `${speakers}  picture: ada.png\n`,
    'pack/sponsors.yaml': '- {id: acme, name: Acme, tier: Gold, url: https://acme.example/, logo: acme.png}\n',
    'pack/sponsors/acme.png': PNG,
    'pack/speakers/ada.png': PNG,
    'pack/event.yaml': event.replace('days: 1', 'days: 2'),
    'pack/about.md': 'About **us**\n',
    'pack/.git/HEAD': 'ref: refs/heads/main\n',
    'grid.json': day(
      session(1, '09:00', '10:30', ADA),
      session(2, '11:00', '12:00', { speakers: [{ id: 'b', name: 'Bo' }] }),
    ),
  });
  const before = await files();

  expect((await run(['grid.json'])).errors).toBe('');

  const after = await files();
  expect(after['agenda.yaml']?.startsWith(own)).toBe(true);
  expect(after['agenda.yaml']).toContain('  end: 10:30\n');
  expect(after['agenda.yaml']).toContain('  sponsor: acme\n');
  const rest = (all: Record<string, string>) => ({ ...all, 'agenda.yaml': '', 'speakers.yaml': '' });
  expect(rest(after)).toEqual(rest(before));
  expect((await read()).content.map(({ id, slug, sponsor }) => [id, slug, sponsor])).toEqual([
    ['dinner', null, null],
    ['sessionize-1', null, 'Acme'],
    ['sessionize-2', null, null],
    ['sessionize-speaker-a', 'ada.png', null],
    ['sessionize-speaker-b', null, null],
    ['acme', 'acme.png', null],
  ]);

  await write({ 'grid.json': day(session(2, '2026-11-21T11:00:00', '2026-11-21T12:00:00')) });
  const { lines } = await run(['grid.json']);
  expect(lines).toContain('changed    event.yaml: firstDay 2026-11-20 -> 2026-11-21');
  expect(lines).toContain(
    "warning    agenda.yaml: the entries that are not from this schedule (1) move with the event's days",
  );
  expect(lines).toContain('kept       sessionize-speaker-a  unchanged: an agenda item that is kept names this speaker');
  expect((await read()).content.map(({ id }) => id)).toEqual([
    'dinner',
    'sessionize-2',
    'sessionize-speaker-a',
    'acme',
  ]);
});

test('import schedule: copies pictures in the folder of the schedule, not those on the web or elsewhere on the machine', async () => {
  const { write, run, read, files } = await prepare();
  const picture = (id: string, profilePicture: string) => ({
    id,
    fullName: `Speaker ${id}`,
    sessions: [],
    profilePicture,
  });
  await write({
    'in/grid.json': day(session(1, '09:00', '10:00')),
    'in/speakers.json': [
      picture('a', 'faces/a.PNG'),
      picture('b', 'https://pictures.example/b.png'),
      picture('c', '../outside.png'),
      picture('d', 'faces/none.png'),
      picture('e', 'faces/text.png'),
      picture('f', 'grid.json'),
      picture('g', '/etc/passwd'),
    ],
    'in/faces/a.PNG': PNG,
    'in/faces/text.png': 'no picture',
    'outside.png': PNG,
  });

  const { code, lines } = await run(['in/grid.json', 'in/speakers.json']);

  expect(code).toBe(0);
  expect(lines.filter((line) => /^warning .*picture/.test(line))).toEqual([
    'warning    "Speaker c" (../outside.png): the picture is not in the folder of the schedule',
    'warning    "Speaker d" (faces/none.png): the picture is not in the folder of the schedule',
    'warning    "Speaker e" (faces/text.png): the picture is not a png picture inside',
    'warning    "Speaker f" (grid.json): the picture is not an svg, png, jpg or webp file',
    'warning    "Speaker g" (/etc/passwd): the picture is a path on the server of the schedule: add it to the pack by hand',
    'warning    "Speaker b" (https://pictures.example/b.png): the picture is on the web: --fetch-pictures fetches it',
  ]);
  expect((await read()).content.filter(({ slug }) => slug).map(({ id, slug }) => [id, slug])).toEqual([
    ['sessionize-speaker-a', 'sessionize-speaker-a.png'],
  ]);
  expect(Object.keys(await files()).filter((file) => file.startsWith('speakers/'))).toEqual([
    'speakers/sessionize-speaker-a.png',
  ]);
});

test('import schedule: a pack that would become invalid stays unchanged, and its problems are listed', async () => {
  const { write, run, files } = await prepare();
  await write({ 'grid.json': day(session(1, '09:00', '10:00')) });
  await run(['grid.json']);
  await write({
    'grid.json': day(session(1, '09:00', '11:00')),
    'pack/sponsors.yaml':
      '- id: sessionize-1\n  name: Acme\n  tier: Gold\n  url: https://acme.example/\n  logo: gone.svg\n',
  });
  const before = await files();

  const { code, errors, lines } = await run(['grid.json']);

  expect(code).toBe(1);
  expect(errors.split('\n').slice(1)).toEqual([
    '  sponsors.yaml:1 (sessionize-1): id sessionize-1 is taken by another entry of the pack',
    '  sponsors.yaml:5 (sessionize-1): logo sponsors/gone.svg is missing',
  ]);
  expect(lines).toContain('sessions: 1 changed');
  expect(await files()).toEqual(before);
  await write({ 'pack/agenda.yaml': '- id: [\n' });
  expect((await run(['grid.json'])).errors).toMatch(/^agenda\.yaml:\d+ of the pack cannot be read: /);
});

test('import schedule: only one of two concurrent imports runs; after an interrupted one the error names what to delete', async () => {
  const { write, run, files, read, pack } = await prepare();
  await write({
    'one.json': day(...Array.from({ length: 200 }, (_, id) => session(id + 1, '09:00', '10:00', ADA))),
    'two.json': day(session(500, '09:00', '10:00')),
  });

  const runs = await Promise.all([run(['one.json']), run(['two.json'])]);

  expect(runs.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(runs.map(({ errors }) => errors).join('')).toBe(
    'Another command is writing to this pack. If none is running, an earlier one was interrupted: ' +
      `delete ${join(pack, '.import')} and try again.`,
  );
  const { content } = await read();
  expect(content.map(({ id }) => id)).toEqual(
    runs[0].code === 0
      ? [...Array.from({ length: 200 }, (_, id) => `sessionize-${id + 1}`), 'sessionize-speaker-a']
      : ['sessionize-500'],
  );
  expect(Object.keys(await files()).filter((file) => file.startsWith('.'))).toEqual([]);

  await mkdir(join(pack, '.import'));
  expect((await run(['two.json'])).code).toBe(1);
  await rm(join(pack, '.import'), { recursive: true });
  expect((await run(['two.json'], ['--allow-removals'])).code).toBe(0);
});

test('import schedule: removing most entries needs confirmation on a terminal, or the flag elsewhere', async () => {
  const { write, run, files, read, pack } = await prepare();
  const ids = async () => (await read()).content.map(({ id }) => id);
  await write({
    'right.json': day(session(1, '09:00', '10:00', ADA), session(2, '10:00', '11:00'), session(3, '11:00', '12:00')),
    'wrong.json': day(session(3, '11:00', '12:00'), session(4, '12:00', '13:00')),
  });
  await run(['right.json']);
  const before = await files();
  const question =
    `This would remove 2 of the 3 sessions and 1 of the 1 speakers that were imported into ${pack} before. ` +
    'Is wrong.json the right file, and is this the right pack?';

  const piped = await run(['wrong.json']);
  expect([piped.code, piped.errors]).toEqual([
    1,
    `${question}\nNothing was written. To confirm, run the command again with --allow-removals.`,
  ]);
  const rejected = await run(['wrong.json'], [], 'no');
  expect([rejected.code, rejected.errors, rejected.lines.slice(-2)]).toEqual([
    ...[1, 'Stopped. Nothing was written.', [question, 'Type yes to go on:']],
  ]);
  expect(rejected.lines).toContain('removed    sessionize-1  Session 1');
  expect(await files()).toEqual(before);
  const dry = await run(['wrong.json'], ['--dry-run']);
  expect([dry.code, dry.lines]).toEqual([
    0,
    expect.arrayContaining([`warning    ${question} An import asks for confirmation`]),
  ]);

  expect((await run(['wrong.json'], [], 'yes')).code).toBe(0);
  expect(await ids()).toEqual(['sessionize-3', 'sessionize-4']);
  expect((await run(['right.json'])).code).toBe(0);
  expect((await run(['wrong.json'], ['--allow-removals'])).code).toBe(0);
});

test('import schedule: reports a new pack, whose path may be mistyped, and creates no parent folders', async () => {
  const { write, run, folder } = await prepare();
  await write({ 'grid.json': day(session(1, '09:00', '10:00')) });
  await run(['grid.json']);

  const mistyped = await run(['grid.json'], ['--into', join(folder, 'pakc'), '--dry-run']);
  expect(mistyped.lines).toContain(
    `new        ${join(folder, 'pakc')}: there is no such folder; a new event pack is created. ` +
      `Event packs in ${folder}: pack.`,
  );
  expect((await run(['grid.json'], ['--into', join(folder, 'evnts/autumn')])).errors).toBe(
    `--into: ${join(folder, 'evnts/autumn')} cannot be created, because there is no folder ${join(folder, 'evnts')}. ` +
      'Correct the path, or create that folder.',
  );
  expect((await run(['grid.json'], ['--into', join(folder, 'grid.json')])).errors).toBe(
    `--into: ${join(folder, 'grid.json')} is a file. Name the folder of the event pack.`,
  );
  expect(await readdir(folder)).toEqual(['grid.json', 'pack']);
});
