import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProgrammeEdit } from '@companion/contract/staff/programme';
import { readPackTexts } from '@companion/testkit/readPackTexts';
import { runHere } from '@companion/testkit/runEvent';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { settingsOf } from '@companion/testkit/settingsOf';
import { type PackChanges, smallPack } from '@companion/testkit/smallPack';
import { type StaffBrowser, signedInMember } from '@companion/testkit/staffBrowser';
import { expect, onTestFinished, test } from 'vitest';
import { HOUR } from '../platform/time.ts';
import { loadPackFolder } from '../programme/loadPackFolder.ts';
import { readPackFolder } from '../programme/readPackFolder.ts';
import { packCommands } from './packCommands.ts';

interface Setup {
  t: ServerTest;
  editor: StaffBrowser;
  /** The pack, which is in Git. */
  folder: string;
  run(...words: string[]): Promise<{ code: number; output: string }>;
  edit(...edits: ProgrammeEdit[]): Promise<void>;
  publish(): Promise<void>;
  /** The titles of the agenda that attendees see. */
  titles(): Promise<string[]>;
}

/** Starts a server with a pack, and an editor in the console beside it. */
async function prepare(changes: PackChanges = {}): Promise<Setup> {
  const pack = await smallPack(changes);
  onTestFinished(pack.remove);
  const t = await startServerTest({ EVENT_PACK: pack.folder });
  onTestFinished(() => t.stop());
  const { browser: editor } = await signedInMember(t, 'editor');
  const { access_token: token } = await t.register();
  return {
    t,
    editor,
    folder: pack.folder,
    run: (...words) => runHere(packCommands, words, settingsOf(t), t.services.now),
    edit: async (...edits) => {
      const { results } = await editor.ask('editProgramme', { body: { edits } });
      expect(results.conflicts).toEqual([]);
    },
    publish: async () => {
      const { version } = (await editor.ask('getProgramme')).results.draft;
      await editor.ask('publishProgramme', { body: { version } });
    },
    titles: async () => {
      const { results } = await t.ask('getContent', { token });
      return results.filter(({ campaignId }) => campaignId === 'agenda').map(({ title }) => title);
    },
  };
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'companion-export-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const change = async (folder: string, file: string, from: string, to: string) => {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
};
const set = (field: string, from: string | null, to: string | null, id = 'opening'): ProgrammeEdit => ({
  ...{ op: 'set', list: 'agenda', id, field, from, to },
});

test('load: what was changed in the pack and in the console is merged, and what is not published stays in the draft', async () => {
  const { folder, run, edit, publish, titles, editor } = await prepare();
  await edit(set('title', 'Opening', 'Opening of the console'));
  await publish();
  await edit(set('room', 'Oak', 'Elm', 'workshop'));
  await change(folder, 'agenda.yaml', 'title: Closing', 'title: Closing of the pack');

  expect((await run('load', folder)).output).toContain('is loaded: Small Summit');

  expect(await titles()).toEqual(['Opening of the console', 'Workshop', 'Closing of the pack']);
  const { draft, programme } = (await editor.ask('getProgramme')).results;
  expect(draft).toMatchObject({ changes: 1, revision: 3 });
  expect(programme.agenda.map(({ room }) => room)).toEqual([undefined, 'Elm', undefined]);
  // A second time nothing changes.
  expect((await run('load', folder)).code).toBe(0);
  expect((await editor.ask('getProgramme')).results.draft).toEqual(draft);
});

test('load: the plan of the draft stays as it is, also where it is made or taken back while the operator is asked', async () => {
  const { t, folder, edit, editor } = await prepare();
  await edit(set('room', 'Oak', 'Elm', 'workshop'));
  const draft = async () => (await editor.ask('getProgramme')).results.draft;
  const plan = async (at: string | null) =>
    void (await editor.ask('publishProgramme', { body: { version: (await draft()).version, at } }));
  const loadWhile = async (title: string, confirm: () => Promise<void>) => {
    const closing = /title: Closing.*/.exec(await readFile(join(folder, 'agenda.yaml'), 'utf8'))?.[0] ?? '';
    await change(folder, 'agenda.yaml', closing, `title: ${title}`);
    const given = await readPackFolder(folder, t.services.now());
    await loadPackFolder(t.services, folder, given, { prefer: undefined, confirm });
  };
  const at = new Date(t.services.now() + HOUR).toISOString();

  await loadWhile('Closing one', () => plan(at));
  expect(await draft()).toMatchObject({ publishAt: at, publishBy: 'The editor', changes: 1 });
  await loadWhile('Closing two', async () => {});
  expect(await draft()).toMatchObject({ publishAt: at, publishBy: 'The editor', changes: 1 });
  await loadWhile('Closing three', () => plan(null));
  expect(await draft()).toMatchObject({ publishAt: null, changes: 1 });
});

test('load: the same field changed in both is a conflict, which writes nothing until one side is preferred', async () => {
  const { folder, run, edit, publish, titles, editor } = await prepare();
  await edit(set('title', 'Opening', 'Of the console'), set('body', 'Come **early**.', 'x'.repeat(100)));
  await publish();
  await edit(set('title', 'Workshop', 'Unpublished', 'workshop'));
  await change(folder, 'agenda.yaml', 'title: Opening', 'title: Of the pack');
  await change(folder, 'agenda.yaml', 'Come **early**.', 'Come late.');
  await change(folder, 'agenda.yaml', 'title: Workshop', 'title: Of the pack, too');
  await change(folder, 'agenda.yaml', 'title: Closing', 'title: Changed in the pack only');
  const before = (await editor.ask('getProgramme')).results;

  const failed = await run('load', folder);

  expect(failed.code).toBe(1);
  expect(failed.output.split('\n').map((line) => line.trimEnd())).toEqual([
    'list    id        field  base             pack              console',
    'agenda  opening   title  Opening          Of the pack       Of the console',
    `agenda  opening   body   Come **early**.  Come late.        ${'x'.repeat(31)}…`,
    'agenda  workshop  title  Workshop         Of the pack, too  Unpublished',
    '',
    'The pack and the console have both changed what is listed above (3). Nothing was written.',
    'Change it in one of them, or run the command again with --prefer pack or --prefer console.',
  ]);
  expect((await editor.ask('getProgramme')).results).toEqual(before);
  expect((await run('load', folder, '--prefer', 'both')).code).toBe(2);

  expect((await run('load', folder, '--prefer', 'console')).code).toBe(0);
  expect(await titles()).toEqual(['Of the console', 'Of the pack, too', 'Changed in the pack only']);
  const { programme } = (await editor.ask('getProgramme')).results;
  expect(programme.agenda.map(({ title }) => title)).toEqual([
    ...['Of the console', 'Unpublished', 'Changed in the pack only'],
  ]);
});

test('load: --prefer pack takes the pack; a merge that does not fit together writes nothing', async () => {
  const { folder, run, edit, publish, titles } = await prepare();
  await edit(set('title', 'Opening', 'Of the console'), {
    ...{ op: 'add', list: 'agenda', id: 'extra' },
    fields: { day: '1', start: '12:00', end: '13:00', category: 'Day 1', title: 'Extra', speakers: ['bo'] },
  });
  await publish();
  await change(folder, 'agenda.yaml', 'title: Opening', 'title: Of the pack');
  await change(folder, 'speakers.yaml', '- id: bo\n  name: Bo Example\n', '');

  const failed = await run('load', folder, '--prefer', 'pack');
  expect(failed).toEqual({
    code: 1,
    output:
      'What the pack and the console have changed does not fit together, so nothing was written. Problems:\n' +
      '  agenda (extra): speakers has bo, who is not among the speakers',
  });
  expect(await titles()).toContain('Of the console');

  await edit({ ...{ op: 'set', list: 'agenda', id: 'extra', field: 'speakers' }, from: ['bo'], to: null });
  await publish();
  expect((await run('load', folder, '--prefer', 'pack')).code).toBe(0);
  // The list that was read above is kept for a second at most.
  await expect.poll(titles).toEqual(['Of the pack', 'Workshop', 'Extra', 'Closing']);
});

test('export pack: writes what is published, with the comments, so that the next load changes nothing', async () => {
  const { folder, run, edit, publish, editor } = await prepare({
    'agenda.yaml': (text) =>
      `# In the order of the house\n${text.replace('title: Workshop', "title: 'Workshop' # bring pens")}`,
    'welcome.md': 'Welcome!\r\n\r\nAll.',
    'NOTES.txt': 'ours',
  });
  const before = await readPackTexts(folder);
  expect((await run('export', 'pack', folder)).output).toBe(
    `${folder} has the programme already: nothing was written.`,
  );
  await edit(set('title', 'Opening', 'Opening: Grüße 🎉'), set('subtitle', null, 'New'), {
    ...{ op: 'add', list: 'speakers', id: 'cy', after: 'ada' },
    fields: { name: 'Cy', bio: 'One.\n\nTwo.' },
  });
  await publish();
  await edit(set('title', 'Workshop', 'Not published', 'workshop'));

  expect((await run('export', 'pack', folder)).output).toBe(`${folder}: agenda.yaml, speakers.yaml written.`);

  expect(await readPackTexts(folder)).toEqual({
    ...before,
    'agenda.yaml': before['agenda.yaml']?.replace('title: Opening', 'title: "Opening: Grüße 🎉"\n  subtitle: New'),
    'speakers.yaml': before['speakers.yaml']?.replace(
      '- id: bo',
      '- id: cy\n  name: Cy\n  bio: |\n    One.\n\n    Two.\n- id: bo',
    ),
  });
  const { draft } = (await editor.ask('getProgramme')).results;
  expect((await run('load', folder)).code).toBe(0);
  expect((await editor.ask('getProgramme')).results.draft).toEqual(draft);
  // What the console changes again is not taken for a change of the pack.
  await edit(set('title', 'Opening: Grüße 🎉', 'Third'));
  await publish();
  await change(folder, 'agenda.yaml', 'title: Closing', 'title: Closing in Git');
  expect((await run('load', folder)).code).toBe(0);
  const { programme } = (await editor.ask('getProgramme')).results;
  expect(programme.agenda.map(({ title }) => title)).toEqual(['Third', 'Not published', 'Closing in Git']);
});

test('export pack: into a new folder, with the comments of the pack that was loaded last; --draft writes the draft', async () => {
  const { folder, run, edit } = await prepare({ 'event.yaml': (text) => `# Ours\n${text}` });
  await edit(set('title', 'Opening', 'Draft'));
  const copy = join(await newFolder(), 'copy');

  expect((await run('export', 'pack', copy)).code).toBe(0);
  expect(await readPackTexts(copy)).toEqual(await readPackTexts(folder));
  expect((await run('export', 'pack', copy, '--draft')).output).toBe(`${copy}: agenda.yaml written.`);
  expect((await readPackTexts(copy))['agenda.yaml']).toContain('title: Draft');
  expect((await run('export', 'pack')).code).toBe(2);
});

test('export pack: does not overwrite what was changed in the pack and never loaded', async () => {
  const { folder, run, edit, publish } = await prepare();
  await edit(set('title', 'Opening', 'Of the console'));
  await publish();
  await change(folder, 'agenda.yaml', 'title: Closing', 'title: Of the pack');
  const before = await readPackTexts(folder);

  expect(await run('export', 'pack', folder)).toEqual({
    code: 1,
    output: `${folder} has changes that were not loaded, so nothing was written. Load it first, or name another folder.`,
  });
  expect(await readPackTexts(folder)).toEqual(before);

  expect((await run('load', folder)).code).toBe(0);
  expect((await run('export', 'pack', folder)).code).toBe(0);
  expect((await readPackTexts(folder))['agenda.yaml']).toMatch(/Of the console.*Of the pack/s);
});

test('export pack: a picture that is no longer used goes if a pack had brought it', async () => {
  const { folder, run, edit, publish } = await prepare();
  await writeFile(join(folder, 'speakers/other.svg'), '<svg/>');
  await edit(
    { ...{ op: 'set', list: 'speakers', id: 'ada', field: 'picture' }, from: 'ada.svg', to: null },
    set('subtitle', null, 'New'),
  );
  await publish();

  expect((await run('export', 'pack', folder)).code).toBe(0);
  expect(await readdir(join(folder, 'speakers'))).toEqual(['other.svg']);
});
