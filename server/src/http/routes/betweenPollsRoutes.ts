import { STAFF_ROLES } from '@companion/contract/defineCall';
import {
  getBetweenPolls,
  putStagePicture,
  removeStagePicture,
  STAGE_PICTURE_PATH,
  setBetweenPolls,
} from '@companion/contract/staff/betweenPolls';
import { PhotoCleaner } from '../../event/photoCleaner.ts';
import { reject } from '../../platform/domainError.ts';
import type { Transacting } from '../../platform/transact.ts';
import { chooseBetweenPolls, readBetweenPolls } from '../../polls/betweenPolls.ts';
import { cleanStagePicture, readPicture, removePicture, storePicture } from '../../polls/stagePicture.ts';
import { authenticateStaff } from '../authenticate.ts';
import { type Api, handle } from '../handle.ts';
import { answerNotFound } from '../sendFailures.ts';

/** Its address names its content. Only browsers that were allowed to read it may keep it. */
const PICTURE_CACHE = 'private, max-age=31536000, immutable';
const STAGE = { entity: 'stage', entityId: 'stage' };

export function betweenPollsRoutes(api: Api): void {
  const { app, services } = api;
  const { db } = services;

  handle(api, getBetweenPolls, async () => ({ results: await readBetweenPolls(db) }));

  handle(api, setBetweenPolls, async ({ body, audited }) => {
    const { shows } = body;
    const choose = async (tx: Transacting) => {
      await chooseBetweenPolls(tx, shows);
      const chosen = await readBetweenPolls(tx.db);
      if (shows === 'picture' && !chosen.picture) reject('conflict', 'There is no picture yet. Upload one first.');
      return chosen;
    };
    return { results: await audited(choose, { ...STAGE, fields: ['betweenPolls'], choices: body }) };
  });

  const photos = new PhotoCleaner();
  app.addHook('onClose', () => photos.close());
  handle(api, putStagePicture, async ({ body, audited }) => {
    const picture = await cleanStagePicture(photos, body.content);
    await audited((tx) => storePicture(tx, picture, body.alt), { ...STAGE, fields: ['picture', 'betweenPolls'] });
    return { results: await readBetweenPolls(db) };
  });

  handle(api, removeStagePicture, async ({ audited }) => {
    await audited(removePicture, { ...STAGE, fields: ['picture', 'betweenPolls'] });
    return { results: await readBetweenPolls(db) };
  });

  app.get<{ Params: { id: string } }>(`/api${STAGE_PICTURE_PATH}:id`, async (request, reply) => {
    await authenticateStaff(services, request, [...STAFF_ROLES, 'stageScreen']);
    const picture = await readPicture(db, request.params.id);
    if (!picture) return answerNotFound(request, reply);
    return reply.header('cache-control', PICTURE_CACHE).type(picture.type).send(picture.bytes);
  });
}
