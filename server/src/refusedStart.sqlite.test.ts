import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { memoryFolder } from '@companion/testkit/memoryFolder';
import { sparePort } from '@companion/testkit/sparePort';
import { writeTestPack } from '@companion/testkit/testPack';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeFailure } from './describeFailure.ts';
import { readConfig } from './platform/readConfig.ts';
import { startServer } from './startServer.ts';

let parent: string;
let eventPack: string;
beforeAll(async () => {
  [parent, eventPack] = [await mkdtemp(join(memoryFolder(), 'companion-test-')), await writeTestPack()];
});
afterAll(async () => {
  for (const folder of [parent, eventPack]) await rm(folder, { recursive: true });
});

/** Starts a server that must fail to start. @returns what the operator is told */
async function refusalOf(env: Record<string, string>): Promise<unknown> {
  const usual = { HOST: '127.0.0.1', PORT: String(await sparePort()), EVENT_PACK: eventPack, LOG_LEVEL: 'silent' };
  return startServer(readConfig({ ...usual, ...env })).then(({ stop }) => stop(), describeFailure);
}

test('start: a damaged TOKEN_SECRET file is named', async () => {
  const folder = join(parent, 'damaged');
  await mkdir(folder);
  await writeFile(join(folder, 'token-secret'), 'short');

  expect(await refusalOf({ DATA_DIR: folder })).toMatch(
    `TOKEN_SECRET: the file ${join(folder, 'token-secret')} is damaged`,
  );
});

test('start: a database that does not answer is named', async () => {
  const url = `postgres://someone:secret@127.0.0.1:${await sparePort()}/nothing`;

  const words = await refusalOf({ DATABASE_URL: url, TOKEN_SECRET: 'a secret of these tests, long enough' });

  expect(words).toMatch(/^DATABASE_URL: /);
  expect(words).not.toContain('secret');
});

test('start: a port in use is named', async () => {
  const port = await sparePort();
  const holder = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  try {
    expect(await refusalOf({ DATA_DIR: parent, PORT: String(port) })).toMatch(
      new RegExp(`^PORT: 127\\.0\\.0\\.1:${port} is in use`),
    );
  } finally {
    holder.close();
  }
});

test('start: an address that this machine does not have, and a folder or a file that cannot be used, are named', async () => {
  expect(await refusalOf({ DATA_DIR: parent, HOST: '192.0.2.1' })).toBe(
    'HOST: 192.0.2.1 is no address of this machine. Set one of its addresses, or 0.0.0.0 for all.',
  );
  const file = join(parent, 'file');
  await writeFile(file, '');
  expect(await refusalOf({ DATA_DIR: file })).toMatch(`DATA_DIR: the database in ${file} cannot be used: EEXIST`);
  const damaged = join(parent, 'overwritten');
  await mkdir(damaged);
  await writeFile(join(damaged, 'companion.sqlite'), 'x'.repeat(10_000));
  expect(await refusalOf({ DATA_DIR: damaged })).toBe(
    `DATA_DIR: the database in ${damaged} cannot be used: file is not a database. ` +
      'The file is damaged: restore a backup into another folder.',
  );
});

test('start: an invalid event pack is reported with its files and lines', async () => {
  const pack = await writeTestPack({
    'agenda.yaml': '- { id: opening, day: 9, start: 25, title: x, "col\\e[2Jour": red }\n',
    'about.md': '\0',
  });
  try {
    const words = await refusalOf({ DATA_DIR: parent, EVENT_PACK: pack });
    expect(words).toMatch(/agenda\.yaml:1 \(opening\): .*start/);
    expect(words).toMatch('about.md: is not UTF-8 text');
    // What it quotes cannot steer the terminal.
    expect(words).toContain('col[2Jour');
  } finally {
    await rm(pack, { recursive: true });
  }
  expect(await refusalOf({ DATA_DIR: parent, EVENT_PACK: '/nowhere' })).toMatch('there is no such folder');
});
