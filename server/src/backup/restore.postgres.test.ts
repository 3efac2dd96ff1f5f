import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillWithPeople } from '@companion/testkit/fillWithPeople';
import { runHere } from '@companion/testkit/runEvent';
import { makePlaceOf, settingsOf } from '@companion/testkit/testPlaces';
import { expect, onTestFinished, test } from 'vitest';
import { backupCommands } from '../cli/backupCommands.ts';
import { openDatabase } from '../platform/openDatabase.ts';

test('restore: connections of other programs are ignored only if the operator says so', async () => {
  const place = await makePlaceOf('postgres');
  const folder = await mkdtemp(join(tmpdir(), 'companion-restore-'));
  onTestFinished(async () => {
    await place.remove();
    await rm(folder, { recursive: true });
  });
  const file = join(folder, 'backup.gz');
  const run = (...words: string[]) => runHere(backupCommands, words, settingsOf(place));
  const other = await openDatabase(place.where);
  await fillWithPeople(other.db, 3);
  expect((await run('backup', file)).code).toBe(0);
  await other.db.deleteFrom('answers').execute();
  const answers = async () => (await other.db.selectFrom('answers').selectAll().execute()).length;

  expect(await run('restore', file, '--force')).toEqual({
    code: 1,
    output: expect.stringMatching(/^DATABASE_URL: other connections are open .*: 1\. .* add --ignore-connections if /),
  });
  expect(await answers()).toBe(0);
  expect((await run('restore', file, '--force', '--ignore-connections')).code).toBe(0);
  expect(await answers()).toBeGreaterThan(0);
  await other.close();
});
