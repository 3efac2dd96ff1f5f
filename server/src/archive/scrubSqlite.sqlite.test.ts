import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { scrubSqlite } from './scrubSqlite.ts';

test('scrubSqlite: it waits for another connection to finish its write', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scrub-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'test.sqlite');
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  other.exec("PRAGMA journal_mode = WAL; CREATE TABLE notes (text); INSERT INTO notes VALUES ('a secret note')");
  other.exec("DELETE FROM notes; BEGIN IMMEDIATE; INSERT INTO notes VALUES ('kept')");

  const scrubbed = scrubSqlite(file);
  // The first attempt has failed by then, because it blocks this process.
  setImmediate(() => other.exec('COMMIT'));

  expect(await scrubbed).toBe(true);
  expect(await readFile(file, 'latin1')).not.toContain('a secret note');
  expect(other.prepare('SELECT text FROM notes').get()).toEqual({ text: 'kept' });
});
