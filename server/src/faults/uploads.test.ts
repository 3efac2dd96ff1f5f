import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type KillableServer, makeKillableServer } from '@companion/testkit/killableServer';
import type { StaffBrowser } from '@companion/testkit/staffBrowser';
import { afterEach, beforeEach, expect, test } from 'vitest';

let server: KillableServer;
beforeEach(async () => {
  server = await makeKillableServer('editor');
});
afterEach(() => server.remove());

/** One of about 400 kB, which no other is. */
const picture = (number: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 ${number}"><path d="${'M0 0h9v9z'.repeat(45_000)}"/></svg>`;
const upload = (editor: StaffBrowser, number: number) =>
  editor.send('uploadPicture', {
    body: { content: Buffer.from(picture(number)).toString('base64'), place: 'sponsors', id: 'acme' },
  });
/** The pictures that are stored, each of which must be whole. */
async function storedPictures(): Promise<Set<string>> {
  const rows = await server.db.selectFrom('assets').select(['sha256', 'content']).execute();
  for (const { sha256, content } of rows) expect(hash('sha256', Buffer.from(content, 'base64'), 'hex')).toBe(sha256);
  return new Set(rows.map(({ sha256 }) => sha256));
}

test('uploads: kill -9 while pictures arrive leaves whole ones only, and each that was acknowledged', async () => {
  const acknowledged: number[] = [];
  let number = 10;
  let editor = await server.start();
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
    await Promise.all([server.kill(), ...uploads]);
    const stored = await storedPictures();
    for (const each of acknowledged) expect(stored).toContain(hash('sha256', picture(each), 'hex'));
    editor = await server.start();
  }
  expect((await upload(editor, number)).status).toBe(200);
});
