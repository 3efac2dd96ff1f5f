import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AssetFiles } from '../event/assetFiles.ts';
import type { PictureCache } from '../event/pictureCache.ts';
import { pictureType } from '../event/pictureFile.ts';
import { prepareKnown } from './etagAndCompression.ts';
import { prepareFile } from './prepareFile.ts';
import { answerNotFound } from './sendFailures.ts';

/** An SVG that is opened directly is a page of this origin; the policy forbids it everything. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Sends a picture of the database. */
export async function sendAsset(
  { assets, pictures }: { assets: AssetFiles; pictures: PictureCache },
  request: FastifyRequest,
  reply: FastifyReply,
  { sha256, cache }: { sha256: string; cache: string },
): Promise<FastifyReply> {
  const found = await assets.find(sha256);
  if (!found) return answerNotFound(request, reply);
  if ('file' in found) return sendPicture(pictures, request, reply, { file: found.file, cache });
  setPictureHeaders(reply, `picture.${found.type}`, cache);
  return reply.send(await prepareKnown(request, reply, { etag: sha256, content: Buffer.from(found.content) }));
}

/**
 * Neither copies nor hashes the picture for each request: it may have 10 MB, and anyone may ask for it.
 * @throws what reading the file throws
 */
export async function sendPicture(
  pictures: PictureCache,
  request: FastifyRequest,
  reply: FastifyReply,
  { file, cache }: { file: string; cache: string },
): Promise<FastifyReply> {
  setPictureHeaders(reply, file, cache);
  const picture = await pictures.read(file);
  const body = picture === 'large' ? prepareFile(request, reply, file) : prepareKnown(request, reply, picture);
  return reply.send(await body);
}

const setPictureHeaders = (reply: FastifyReply, name: string, cache: string): FastifyReply =>
  setHeaders(reply, pictureType(name), cache).header('content-security-policy', PICTURE_POLICY);

export const setHeaders = (reply: FastifyReply, type: string, cache: string): FastifyReply =>
  reply.headers({ 'cache-control': cache, 'x-content-type-options': 'nosniff' }).type(type);
