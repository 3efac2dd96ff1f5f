import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  makeProcessPlace,
  type ProcessPlace,
  type ServerProcess,
  spawnServer,
  untilReady,
} from '@companion/testkit/serverProcess';
import { addMember, type StaffBrowser, signInAgain } from '@companion/testkit/staffBrowser';
import { makeMigratedPlace } from '@companion/testkit/testDatabase';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deriveKeys } from '../platform/deriveKeys.ts';
import { type OpenDatabase, openDatabaseForCommand } from '../platform/openDatabase.ts';
import { readConfig } from '../platform/readConfig.ts';

const SECRET = 'a secret of this test, long enough';

let place: ProcessPlace;
let data: Awaited<ReturnType<typeof makeMigratedPlace>>;
let opened: OpenDatabase;
let server: ServerProcess;
beforeEach(async () => {
  [place, data] = [await makeProcessPlace(), await makeMigratedPlace()];
  opened = await openDatabaseForCommand(data.where);
});
afterEach(async () => {
  server.kill('SIGKILL');
  await server.exited;
  await opened.close();
  await Promise.all([place.remove(), data.remove()]);
});

const settings = () => ({
  ...{ DATA_DIR: data.where.folder, TOKEN_SECRET: SECRET, LOG_LEVEL: 'silent' },
  ...(data.where.url ? { DATABASE_URL: data.where.url } : {}),
});
/** Starts the server. @returns the browser of an editor */
async function start(): Promise<StaffBrowser> {
  server = await untilReady(await spawnServer(place, settings()));
  const services = { config: readConfig(settings()), db: opened.db, keys: deriveKeys(SECRET), now: Date.now };
  const { id } = await addMember({ services }, 'editor');
  const { appUrl: origin } = readConfig({ ...settings(), PORT: new URL(server.url).port });
  return signInAgain({ services, url: server.url, origin }, id);
}
/** One of about 400 kB, which no other is. */
const picture = (number: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 ${number}"><path d="${'M0 0h9v9z'.repeat(45_000)}"/></svg>`;
const upload = (editor: StaffBrowser, number: number) =>
  editor.send('uploadPicture', {
    body: { content: Buffer.from(picture(number)).toString('base64'), place: 'sponsors', id: 'acme' },
  });
/** The pictures that are stored, each of which must be whole. */
async function storedPictures(): Promise<Set<string>> {
  const rows = await opened.db.selectFrom('assets').select(['sha256', 'content']).execute();
  for (const { sha256, content } of rows) expect(hash('sha256', Buffer.from(content, 'base64'), 'hex')).toBe(sha256);
  return new Set(rows.map(({ sha256 }) => sha256));
}

test('uploads: kill -9 while pictures arrive leaves whole ones only, and each that was acknowledged', async () => {
  const acknowledged: number[] = [];
  let number = 10;
  let editor = await start();
  expect((await upload(editor, number)).status).toBe(200);
  acknowledged.push(number++);
  for (let round = 0; round < 2; round++) {
    const uploads = Array.from({ length: 6 }, async () => {
      const own = number++;
      const { status } = await upload(editor, own).catch(() => ({ status: 0 }));
      if (status === 200) acknowledged.push(own);
    });
    // Each round at another moment: while bodies arrive, or while rows are written.
    await delay(round * 60);
    server.kill('SIGKILL');
    await Promise.all([server.exited, ...uploads]);
    const stored = await storedPictures();
    for (const each of acknowledged) expect(stored).toContain(hash('sha256', picture(each), 'hex'));
    editor = await start();
  }
  expect((await upload(editor, number)).status).toBe(200);
});
