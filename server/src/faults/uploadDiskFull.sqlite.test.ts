import { hash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { refusal } from '@companion/testkit/apiClient';
import { makeKillableServer } from '@companion/testkit/killableServer';
import { expect, onTestFinished, test } from 'vitest';

/** The maximum file size, in the shell's blocks of 512 bytes: to a process this looks like a full disk. */
const FILE_BLOCKS = 8192;
const NOT_NOW = refusal(503, 'We cannot answer right now. Please try again in a moment.');

/** One of about 200 kB, which no other is. */
const picture = (number: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 ${number}"><path d="${'M0 0h9v9z'.repeat(22_000)}"/></svg>`;
const sha256Of = (number: number) => hash('sha256', picture(number), 'hex');

test('uploads: a full disk refuses a picture and stores no part of it, those before it are shown, and with space all works', async () => {
  const server = await makeKillableServer('editor');
  onTestFinished(() => server.remove());
  const stored = async () => (await server.db.selectFrom('assets').select('sha256').execute()).map((row) => row.sha256);

  const editor = await server.start(['sh', '-c', `ulimit -f ${FILE_BLOCKS}; exec "$@"`, 'sh']);
  const upload = (number: number, browser = editor) =>
    browser.send('uploadPicture', {
      body: { content: Buffer.from(picture(number)).toString('base64'), place: 'sponsors', id: 'acme' },
    });
  const before = await stored();
  const acknowledged: string[] = [];
  let number = 10;
  let reply = await upload(number);
  for (; reply.status === 200; reply = await upload(number)) acknowledged.push(sha256Of(number++));
  expect(acknowledged.length).toBeGreaterThan(2);
  expect(reply).toEqual(NOT_NOW);
  expect((await stored()).sort()).toEqual([...before, ...acknowledged].sort());
  const show = (sha256 = '') =>
    fetch(`${server.url()}/api/staff/programme/pictures/${sha256}`, {
      headers: { cookie: [...editor.cookies].map((pair) => pair.join('=')).join('; ') },
    });
  expect(await (await show(acknowledged[0])).text()).toBe(picture(10));
  // Its file in the folder is whole, and no other file is there.
  const names = await readdir(server.where.folder, { recursive: true });
  expect(names.filter((name) => name.includes('.svg'))).toEqual([`assets/${acknowledged[0]}.svg`]);
  await server.kill('SIGTERM');

  expect((await upload(number, await server.start())).status).toBe(200);
  expect((await stored()).sort()).toEqual([...before, ...acknowledged, sha256Of(number)].sort());
  await server.kill('SIGTERM');
});
