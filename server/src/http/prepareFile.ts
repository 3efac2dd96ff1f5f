import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnchanged } from './encodedAnswers.ts';

/**
 * Sets the headers of a file that is streamed, so that the server holds only a part of it, however slowly it is read.
 * @returns what to send
 * @throws what opening the file throws
 */
export async function prepareFile(request: FastifyRequest, reply: FastifyReply, file: string): Promise<Readable | ''> {
  const handle = await open(file);
  const { size, mtimeMs } = await handle.stat();
  const isKnown = isUnchanged(request, reply, `${size}-${Math.trunc(mtimeMs)}`);
  if (!isKnown) reply.header('content-length', size);
  // The length was announced, so a file that grows in between ends there.
  if (!isKnown && request.method !== 'HEAD') return handle.createReadStream({ end: Math.max(size - 1, 0) });
  await handle.close();
  // Fastify would replace the length by that of an empty text.
  return isKnown ? '' : Readable.from([]);
}
