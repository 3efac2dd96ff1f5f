import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawPhoto } from '@companion/testkit/drawPhoto';
import { runHere } from '@companion/testkit/runEvent';
import { type PackChanges, smallPack } from '@companion/testkit/smallPack';
import { expect, onTestFinished, test } from 'vitest';
import { packSkeleton } from '../schedule/packSkeleton.ts';
import { checkCommand } from './packCommands.ts';

const DEMO = join(import.meta.dirname, '../../../events/demo');
const check = async (folder: string) =>
  (await runHere([checkCommand], ['check', folder], {})).output
    .split('\n')
    .filter((line) => line.startsWith('warning'));

async function warningsOf(changes: PackChanges): Promise<string[]> {
  const { folder, remove } = await smallPack(changes);
  onTestFinished(remove);
  return check(folder);
}

test('check: names every placeholder that an import left, and an id that is still the placeholder', async () => {
  const { 'event.yaml': event = '', ...texts } = packSkeleton(undefined);
  const warnings = await warningsOf({
    'event.yaml': `${event}timeZone: America/New_York\nfirstDay: 2026-11-20\ndays: 2\n`,
    'welcome.md': texts['welcome.md'] ?? null,
    'about.md': '# About\n\nWe are EDIT and EDIT.\n\nEDIT: more. Edited by an editor.\n',
  });

  expect(warnings.map((line) => line.replace(/^warning: /, ''))).toEqual([
    'event.yaml:4: a placeholder is still to be replaced: name: "EDIT: the name of the event"',
    'event.yaml:5: a placeholder is still to be replaced: host: "EDIT: the firm that runs it"',
    'event.yaml:6: a placeholder is still to be replaced: tagline: "EDIT: the line under the name"',
    'event.yaml:8: a placeholder is still to be replaced: email: edit@example.com',
    'event.yaml:9: a placeholder is still to be replaced: phone: "EDIT: the phone of the help desk"',
    'event.yaml:3 (summit): id is still the placeholder summit: give the event an id of its own before it is loaded',
    'welcome.md:1: a placeholder is still to be replaced: EDIT: the text above the pre-event survey.',
    'about.md:3: a placeholder is still to be replaced: We are EDIT and EDIT.',
    'about.md:5: a placeholder is still to be replaced: EDIT: more. Edited by an editor.',
  ]);
});

test('check: names every entry that a copy of the demo event left unchanged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'companion-copy-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(DEMO, folder, { recursive: true });
  expect(await check(DEMO)).toEqual([]);
  expect(await check(folder)).toEqual(
    expect.arrayContaining([
      'warning: event.yaml: id is that of the demo event',
      'warning: agenda.yaml (opening): this entry is that of the demo event: Opening Words',
      'warning: sponsors.yaml (heronfield): this entry is that of the demo event: Heronfield Federal',
      'warning: campaigns.yaml (first-time): this entry is that of the demo event: Is this your first Confluence summit?',
      'warning: privacy-policy.md: the text is that of the demo event',
    ]),
  );

  const change = async (file: string, from: string, to: string) => {
    const text = await readFile(join(folder, file), 'utf8');
    await writeFile(join(folder, file), text.replace(from, to));
  };
  await change('event.yaml', 'id: confluence-demo', 'id: ours');
  await change('agenda.yaml', 'title: Opening Words', 'title: Our opening');
  const left = await check(folder);
  expect(left.filter((line) => /event\.yaml: id|\(opening\)/.test(line))).toEqual([]);
  expect(left).toContain('warning: event.yaml: name is that of the demo event');
});

test('check: names a photo that cannot be resized', async () => {
  const photo = await drawPhoto(400, 400);
  const warnings = await warningsOf({
    'speakers.yaml': (speakers) => speakers.replace('ada.svg', 'ada.jpg'),
    'speakers/ada.jpg': photo.subarray(0, photo.length / 2),
    'sponsors.yaml': (sponsors) => sponsors.replace('acme.svg', 'acme.jpg'),
    'sponsors/acme.jpg': photo,
  });

  expect(warnings).toEqual([
    expect.stringMatching(/^warning: .*\/speakers\/ada\.jpg cannot be resized \(.*JPEG.*\): it is sent as it is$/),
  ]);
});
