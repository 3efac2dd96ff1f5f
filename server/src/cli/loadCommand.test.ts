import { readdir } from 'node:fs/promises';
import { drawPhoto } from '@companion/testkit/drawPhoto';
import { runHere } from '@companion/testkit/runEvent';
import { smallPack } from '@companion/testkit/smallPack';
import { makeMigratedPlace } from '@companion/testkit/testDatabase';
import { expect, onTestFinished, test } from 'vitest';
import { PICTURE_SIZES, sizedFolder } from '../event/pictureSizes.ts';
import { loadCommand } from './packCommands.ts';

test('load: a pack that would hide most of what attendees see is loaded only after confirmation', async () => {
  const { where, remove } = await makeMigratedPlace();
  onTestFinished(remove);
  const url: Record<string, string> = where.url ? { DATABASE_URL: where.url } : {};
  const env = { ...url, DATA_DIR: where.folder, TOKEN_SECRET: 'a secret of these tests, long enough' };
  const right = await smallPack();
  onTestFinished(right.remove);
  const wrong = await smallPack({
    'event.yaml': (text) => text.replace('Small Summit', 'Another Event'),
    'agenda.yaml': (text) => text.replaceAll('- id: ', '- id: other-'),
  });
  onTestFinished(wrong.remove);
  const load = (folder: string, ...words: string[]) => runHere([loadCommand], ['load', folder, ...words], env);

  expect((await load(right.folder)).code).toBe(0);
  expect((await load(right.folder)).code).toBe(0);
  // Three of the six are other sessions: half is not most.
  expect((await load(wrong.folder)).code).toBe(0);
  const other = await smallPack({
    'agenda.yaml': (text) => text.replaceAll('- id: ', '- id: new-').replaceAll('[ada]', '[cy]'),
    'speakers.yaml': '- id: cy\n  name: Cy Example\n',
  });
  onTestFinished(other.remove);
  expect(await load(other.folder)).toEqual({
    code: 1,
    output:
      `Loading ${other.folder} (Small Summit) would hide 5 of the 6 sessions, speakers and sponsors that attendees see ` +
      'now (Another Event). Is it the right event pack?\n' +
      'Nothing was written. To confirm, run the command again with --allow-removals.',
  });
  expect((await load(other.folder, '--allow-removals')).code).toBe(0);
});

test('load: makes the sized pictures', async () => {
  const { where, remove } = await makeMigratedPlace();
  onTestFinished(remove);
  const pack = await smallPack({
    'speakers.yaml': (speakers) => speakers.replace('ada.svg', 'ada.jpg'),
    'speakers/ada.jpg': await drawPhoto(400, 400),
  });
  onTestFinished(pack.remove);
  const url: Record<string, string> = where.url ? { DATABASE_URL: where.url } : {};
  const env = { ...url, DATA_DIR: where.folder, TOKEN_SECRET: 'a secret of these tests, long enough' };

  expect((await runHere([loadCommand], ['load', pack.folder], env)).code).toBe(0);
  expect(await readdir(sizedFolder(where.folder))).toHaveLength(PICTURE_SIZES.length);
});
