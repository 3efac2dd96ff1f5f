import { loadPack } from '../event/loadPack.ts';
import { type Pack, readPack } from '../event/readPack.ts';
import type { Services } from '../platform/services.ts';
import { autocommit } from '../platform/transact.ts';
import { describePack, onePack, sayWarnings } from './checkCommand.ts';
import { type Command, type CommandContext, confirm } from './command.ts';

const ALLOW_REMOVALS = 'allow-removals';

/** Brings the database to what a pack says, beside a running server: its screens show it at their next read. */
export const loadCommand: Command = {
  name: 'load',
  usage: '[PACK] [--allow-removals]',
  summary: 'Loads an event pack (default: EVENT_PACK) into the database; a running server shows it at once.',
  makesDatabase: true,
  options: { [ALLOW_REMOVALS]: { type: 'boolean' } },
  run: ({ positionals, values }, { env, now, say, ask, withServices }) =>
    withServices(async (services) => {
      const { config } = services;
      const folder = onePack(positionals, env) ?? config.eventPack;
      const pack = await readPack(folder, now());
      await sayWarnings(folder, pack, say);
      await confirmRemoval(services.db, pack, folder, { ask, isGiven: values[ALLOW_REMOVALS] === true });
      await autocommit(services, (db) => loadPack(db, pack));
      say(`${folder} is loaded: ${describePack(pack)}.`);
      if (folder !== config.eventPack) {
        say(
          `Pictures and texts are served from ${config.eventPack}: set EVENT_PACK=${folder} where the server starts.`,
        );
      }
    }),
};

/** A pack that hides most of what attendees see is mostly the wrong one. */
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
