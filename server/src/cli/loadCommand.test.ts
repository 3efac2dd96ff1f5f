import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawPhoto } from '@companion/testkit/drawPhoto';
import { runHere } from '@companion/testkit/runEvent';
import { smallPack } from '@companion/testkit/smallPack';
import { makeMigratedPlace } from '@companion/testkit/testDatabase';
import { expect, onTestFinished, test } from 'vitest';
import { PICTURE_SIZES, sizedFolder } from '../event/pictureSizes.ts';
import { importAttendeesCommand } from './importAttendeesCommand.ts';
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

test('load: another event takes over the people of the one before only after confirmation', async () => {
  const { where, remove } = await makeMigratedPlace();
  onTestFinished(remove);
  const url: Record<string, string> = where.url ? { DATABASE_URL: where.url } : {};
  const env = { ...url, DATA_DIR: where.folder, TOKEN_SECRET: 'a secret of these tests, long enough' };
  const run = (...words: string[]) => runHere([loadCommand, importAttendeesCommand], words, env);
  const [last, next] = [await smallPack(), await smallPack({ 'event.yaml': (text) => text.replace('small', 'next') })];
  onTestFinished(last.remove);
  onTestFinished(next.remove);
  // One e-mail for two tickets: one account, and a ticket without one.
  const people = join(last.folder, 'people.csv');
  await writeFile(people, 'Attendee #,First Name,Last Name,Email\n1,Ann,A,a@example.com\n2,Ben,B,a@example.com\n');

  expect((await run('load', last.folder)).code).toBe(0);
  // Without people, another event takes its place.
  expect((await run('load', next.folder)).code).toBe(0);
  expect((await run('load', last.folder)).code).toBe(0);
  expect((await run('import', 'attendees', people)).code).toBe(0);
  // Nor is the same event another one.
  expect((await run('load', last.folder)).code).toBe(0);

  const refused = {
    code: 1,
    output:
      `${next.folder} is another event (Small Summit) than the one in this database (Small Summit), which has people ` +
      'on record (2). They would stay, and be invited to the new event. Use a new database for a new event ' +
      '(docs/operations.md, "After the event").\n' +
      'Nothing was written. To confirm, run the command again with --keep-people.',
  };
  expect(await run('load', next.folder)).toEqual(refused);
  expect(await run('load', next.folder, '--allow-removals')).toEqual(refused);
  expect((await run('load', next.folder, '--keep-people')).code).toBe(0);
  expect((await run('load', next.folder)).code).toBe(0);
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
