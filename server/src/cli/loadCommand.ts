import { loadPack } from '../event/loadPack.ts';
import { originalsOf } from '../event/pictureQueries.ts';
import { PictureSizer } from '../event/pictureSizer.ts';
import { sizedFolder } from '../event/pictureSizes.ts';
import { type Pack, readPack } from '../event/readPack.ts';
import type { Services } from '../platform/services.ts';
import { autocommit } from '../platform/transact.ts';
import { describePack, onePack, printWarnings } from './checkCommand.ts';
import { type Command, type CommandContext, confirm } from './command.ts';

const ALLOW_REMOVALS = 'allow-removals';

/** Writes a pack to the database. A running server shows it at the next read of each screen. */
export const loadCommand: Command = {
  name: 'load',
  usage: '[PACK] [--allow-removals]',
  summary: 'Loads an event pack (default: EVENT_PACK) into the database; a running server shows it at once.',
  makesDatabase: true,
  options: { [ALLOW_REMOVALS]: { type: 'boolean' } },
  run: ({ positionals, values }, { env, now, print, progress, ask, withServices }) =>
    withServices(async (services) => {
      const { config } = services;
      const folder = onePack(positionals, env) ?? config.eventPack;
      const pack = await readPack(folder, now());
      await printWarnings(folder, pack, print);
      await confirmRemoval(services.db, pack, folder, { ask, isGiven: values[ALLOW_REMOVALS] === true });
      await autocommit(services, (db) => loadPack(db, pack));
      print(`${folder} is loaded: ${describePack(pack)}.`);
      await sizePictures(folder, pack, { dataDir: config.dataDir, now: now(), print, progress });
      if (folder !== config.eventPack) {
        print(
          `Pictures and texts are still served from ${config.eventPack}. Start the server with EVENT_PACK=${folder}.`,
        );
      }
    }),
};

/** Makes them where a server on this machine looks, so that no attendee waits for them. */
async function sizePictures(
  folder: string,
  { content }: Pack,
  { dataDir, now, print, progress }: Pick<CommandContext, 'print' | 'progress'> & { dataDir: string; now: number },
): Promise<void> {
  const originals = originalsOf(content, folder);
  const sizer = new PictureSizer(sizedFolder(dataDir), (text) => print(`warning: ${text}`));
  await sizer.makeAll(originals, now, (done) => progress(`${done} of ${originals.length} pictures`));
  sizer.close();
}

/** A pack that hides most of what attendees see is probably the wrong one. */
async function confirmRemoval(
  db: Services['db'],
  { content, event }: Pack,
  folder: string,
  { ask, isGiven }: Pick<CommandContext, 'ask'> & { isGiven: boolean },
): Promise<void> {
  const ids = new Set(content.map(({ id }) => id));
  const shown = await db.selectFrom('content').select('id').where('hidden', '=', 0).execute();
  const hidden = shown.filter(({ id }) => !ids.has(id)).length;
  if (hidden * 2 <= shown.length) return;
  const before = await db.selectFrom('events').select('name').executeTakeFirst();
  const what =
    `Loading ${folder} (${event.name}) would hide ${hidden} of the ${shown.length} sessions, speakers and sponsors ` +
    `that attendees see now (${before?.name ?? 'no event'}). Is it the right event pack?`;
  await confirm({ ask }, { what, flag: `--${ALLOW_REMOVALS}`, isGiven });
}
