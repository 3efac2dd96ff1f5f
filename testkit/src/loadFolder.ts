import { transact } from '@companion/server/platform/transact';
import { readPackFolder, storePictures } from '@companion/server/programme/readPackFolder';
import { takeProgramme } from '@companion/server/programme/takeProgramme';
import type { TestServices } from './testServer.ts';

/** Loads an event pack into a running server, as `load` does, whatever was edited before. */
export async function loadFolder(services: TestServices, folder: string): Promise<void> {
  const { pack, programme, files } = await readPackFolder(folder, services.now());
  await storePictures(services, folder, programme);
  const loaded = { programme, files };
  await transact(services, (tx) => takeProgramme(tx, { programme, pack, origin: 'load', staffId: null, loaded }));
}
