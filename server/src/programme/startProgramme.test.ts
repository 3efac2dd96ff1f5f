import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProgrammeEdit } from '@companion/contract/staff/programme';
import { startServerTest } from '@companion/testkit/serverTest';
import { signedInMember } from '@companion/testkit/staffBrowser';
import { writeTestPack } from '@companion/testkit/testPack';
import { expect, onTestFinished, test } from 'vitest';
import { getEvent } from '../event/eventQueries.ts';
import { MINUTE } from '../platform/time.ts';
import { startProgramme } from './startProgramme.ts';

async function open(env: Record<string, string> = {}) {
  const folder = await writeTestPack();
  const t = await startServerTest({ EVENT_PACK: folder, ...env });
  onTestFinished(async () => {
    await t.stop();
    await rm(folder, { recursive: true });
  });
  const { browser } = await signedInMember(t, 'owner');
  const rewrite = async (file: string, from: string | RegExp, to: string) => {
    const text = await readFile(join(folder, file), 'utf8');
    expect(text.search(from)).toBeGreaterThan(-1);
    await writeFile(join(folder, file), text.replace(from, to));
  };
  return {
    ...{ t, folder, rewrite },
    /** As at the start of another node; its warnings. */
    start: (eventPack: string | undefined = folder) =>
      startProgramme({ ...t.services, config: { ...t.services.config, eventPack } }),
    read: async () => (await browser.ask('getProgramme')).results,
    edit: async (...edits: ProgrammeEdit[]) => (await browser.ask('editProgramme', { body: { edits } })).results,
    publish: async (version: number) => (await browser.ask('publishProgramme', { body: { version } })).results,
    title: async () =>
      (await t.services.db.selectFrom('content').select('title').where('id', '=', 'opening').executeTakeFirst())?.title,
  };
}

const RENAME: ProgrammeEdit = {
  ...{ op: 'set', list: 'agenda', id: 'closing', field: 'title', from: 'Closing', to: 'Farewell' },
};

test('start: a pack that has changed is loaded while nothing was edited, and one that has not makes no revision', async () => {
  const { rewrite, start, read, title } = await open();
  expect(await start()).toEqual([]);
  expect((await read()).draft.revision).toBe(1);

  await rewrite('agenda.yaml', 'title: Opening', 'title: Changed');
  expect(await start()).toEqual([]);

  expect((await read()).draft).toMatchObject({ revision: 2, changes: 0 });
  expect(await title()).toBe('Changed');
});

test('start: nodes that start at the same moment all start', async () => {
  const { rewrite, start, t } = await open();
  for (const name of ['Opening', 'Changed'].flatMap((title) => Array<string>(5).fill(title))) {
    await rewrite('agenda.yaml', /title: (Opening|Changed)/, `title: ${name}`);
    expect(await Promise.all([start(), start(), start()])).toEqual([[], [], []]);
  }
  const { content } = await t.services.db
    .selectFrom('pack_files')
    .select('content')
    .where('name', '=', 'agenda.yaml')
    .executeTakeFirstOrThrow();
  expect(content).toContain('title: Changed');
});

test.each(['published', 'draft'])('start: it never overwrites what was edited in the console (%s)', async (kind) => {
  const { rewrite, start, edit, publish, read, title } = await open();
  const { version } = await edit(RENAME);
  if (kind === 'published') await publish(version);
  const before = await read();
  await rewrite('agenda.yaml', 'title: Opening', 'title: Changed');

  expect(await start()).toEqual([expect.stringContaining('was not loaded: the event was edited in the console')]);

  expect(await read()).toEqual(before);
  expect(await title()).toBe('Opening');
  // A pack with an error does not stop a server that does not need it.
  await rewrite('agenda.yaml', 'start: 09:00', 'start: never');
  expect(await start()).toEqual([expect.stringContaining('agenda.yaml:1 (opening)')]);
});

test('start: a pack with problems stops the start while nothing was edited', async () => {
  const { rewrite, start } = await open();
  await rewrite('agenda.yaml', 'start: 09:00', 'start: never');

  await expect(start()).rejects.toThrow('has a problem');
});

test('start: a pack of another event is loaded, unless the draft would be lost', async () => {
  const { rewrite, start, edit, publish, read, t } = await open();
  await publish((await edit(RENAME)).version);
  await rewrite('event.yaml', 'id: test-summit', 'id: next-summit');
  const { undo } = await edit({ ...RENAME, from: 'Farewell', to: 'Not yet' });
  expect(await start()).toHaveLength(1);
  expect((await getEvent(t.services.db)).id).toBe('test-summit');

  await edit(...undo);
  await t.register();
  expect(await start()).toEqual([
    expect.stringMatching(
      /^People of the event before \(Test Summit\) are on record \(1\), and are now people of Test Summit: /,
    ),
  ]);
  expect(await start()).toEqual([]);

  expect((await getEvent(t.services.db)).id).toBe('next-summit');
  expect((await read()).programme.agenda[1]).toMatchObject({ title: 'Closing' });
});

test('start: without a pack there is an event that the console can edit, and a pack replaces it only before that', async () => {
  const { folder, start, read, edit, t } = await open({ EVENT_PACK: 'none' });
  const { draft, problems, warnings } = await read();
  expect(draft).toMatchObject({ revision: 0, changes: 0, publishedAt: null, isDemo: false });
  expect([problems, warnings.map(({ list }) => list)]).toEqual([[], ['agenda', 'campaigns', 'campaigns']]);
  expect((await fetch(`${t.url}/event/event.json`)).status).toBe(200);
  const logo = await fetch(`${t.url}/event/logo.svg`);
  expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  expect((await getEvent(t.services.db)).ends_at).toBeGreaterThan(t.clock.now());

  await t.restart();
  expect((await read()).draft.revision).toBe(0);
  const name = { op: 'set', list: 'event', id: null, field: 'name', from: 'Your event', to: 'Ours' } as const;
  const { undo } = await edit(name);
  expect(await start(folder)).toHaveLength(1);
  await t.register();
  await edit(...undo);
  expect(await start(folder)).toEqual([]);
  expect((await getEvent(t.services.db)).name).toBe('Test Summit');
});

test('start: what is published is shown with the dates of the day', async () => {
  const { t, start, edit, publish } = await open();
  const firstDay = { op: 'set', list: 'event', id: null, field: 'firstDay', from: '2031-06-10', to: 'today' } as const;
  await publish((await edit(firstDay)).version);
  const day = async () => new Date((await getEvent(t.services.db)).starts_at).toISOString().slice(0, 10);
  t.clock.set('2031-07-01T16:00:00Z');
  // The pack has not changed, so there is nothing that was not loaded.
  expect(await start()).toEqual([]);

  expect(await day()).toBe('2031-07-01');
  t.clock.advance(24 * 60 * MINUTE);
  await start();
  expect(await day()).toBe('2031-07-02');
});
