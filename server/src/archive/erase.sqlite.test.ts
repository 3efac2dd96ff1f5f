import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { attendFully } from '@companion/testkit/attendFully';
import { runHere } from '@companion/testkit/runEvent';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { settingsOf } from '@companion/testkit/settingsOf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseCommand } from '../cli/dataCommands.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
  // The first test attendee has the phone number of the event's help desk.
  await t.register();
});
afterAll(() => t.stop());

const erase = (who: string) => runHere([eraseCommand], ['erase', who], settingsOf(t));

test('erase: the bytes are removed from the files, including earlier versions, while the server runs', async () => {
  const { profile, identifiers } = await attendFully(t, 'bytes');
  const traces = [...identifiers, 'an earlier comment of bytes'];
  const files = async () => {
    const { dataDir } = t.services.config;
    const names = (await readdir(dataDir)).filter((name) => name.startsWith('companion.sqlite'));
    return Buffer.concat(await Promise.all(names.map((name) => readFile(join(dataDir, name))))).toString('latin1');
  };
  const before = await files();
  expect(traces.filter((trace) => !before.includes(trace))).toEqual([]);

  await erase(profile.id);

  const after = await files();
  expect(traces.filter((trace) => after.includes(trace))).toEqual([]);
  expect((await t.register()).profile.registrationComplete).toBe(true);
});

test('erase: it waits for a running backup, then warns that the bytes are still there', async () => {
  const { profile } = await t.register();
  const reader = new DatabaseSync(join(t.services.config.dataDir, 'companion.sqlite'), { readOnly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM accounts').get();
  try {
    expect((await erase(profile.id)).output).toMatch(/^Erased [\s\S]*warning: .* still contain the erased data/);
  } finally {
    reader.close();
  }
});
