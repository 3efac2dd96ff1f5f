import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnchanged } from './etagAndCompression.ts';

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
  if (!isKnown && request.method !== 'HEAD') {
    // The length was announced, so a file that grows in between ends there.
    const content = handle.createReadStream({ end: Math.max(size - 1, 0) });
    // Of one that is cut, the client would wait for the rest, and take the next answer on this connection for it.
    return content.once('end', () => content.bytesRead < size && reply.raw.destroy());
  }
  await handle.close();
  // Fastify would replace the length by that of an empty text.
  return isKnown ? '' : Readable.from([]);
}
