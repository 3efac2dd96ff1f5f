import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { prepareFile } from './prepareFile.ts';

/** More than the buffers of a connection hold. */
const SIZE = 32 * 1024 * 1024;

test('file: the connection ends with an answer whose file is cut while it is sent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'file-'));
  const file = join(folder, 'photo.jpg');
  await writeFile(file, Buffer.alloc(SIZE));
  const app = Fastify();
  app.get('/', async (request, reply) => reply.send(await prepareFile(request, reply, file)));
  try {
    const address = await app.listen();
    const answer = await new Promise<IncomingMessage>((resolve) => get(address, resolve));
    expect(answer.headers['content-length']).toBe(String(SIZE));
    // Nothing is read of it yet, so most of the file is still to be sent.
    await truncate(file, 1);
    await expect(finished(answer.resume())).rejects.toThrow('aborted');
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
  }
});
