import type { FastifyInstance } from 'fastify';
import { listOriginals } from '../event/pictureQueries.ts';
import { PictureSizer } from '../event/pictureSizer.ts';
import { sizedFolder } from '../event/pictureSizes.ts';
import type { Services } from '../platform/services.ts';

/** Sizes the pictures of the event once the server listens, so that its start does not wait for them. */
export function startPictureSizer(app: FastifyInstance, { config, db, now }: Services): PictureSizer {
  const sizer = new PictureSizer(sizedFolder(config.dataDir), (text) => app.log.warn(text));
  app.addHook('onListen', async () => {
    const originals = await listOriginals(db, config.eventPack);
    // Not awaited: the hook would delay the start.
    void sizer.makeAll(originals, now());
  });
  app.addHook('onClose', () => sizer.close());
  return sizer;
}
