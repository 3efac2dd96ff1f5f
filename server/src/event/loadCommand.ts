import type { Command } from '../command.ts';
import { autocommit } from '../transact.ts';
import { describePack, onePack } from './checkCommand.ts';
import { loadPack } from './loadPack.ts';
import { describeFinding } from './packFindings.ts';
import { readPack } from './readPack.ts';

/** Brings the database to what a pack says, beside a running server: its screens show it at their next read. */
export const loadCommand: Command = {
  name: 'load',
  usage: '[PACK]',
  summary: 'Loads an event pack (default: EVENT_PACK) into the database; a running server shows it at once.',
  makesDatabase: true,
  run: ({ positionals }, { env, now, say, withServices }) =>
    withServices(async (services) => {
      const { config } = services;
      const folder = onePack(positionals, env) ?? config.eventPack;
      const pack = await readPack(folder, now());
      for (const warning of pack.warnings) say(`warning: ${describeFinding(warning)}`);
      await autocommit(services, (db) => loadPack(db, pack));
      say(`${folder} is loaded: ${describePack(pack)}.`);
      if (folder !== config.eventPack) {
        say(
          `Pictures and texts are served from ${config.eventPack}: set EVENT_PACK=${folder} where the server starts.`,
        );
      }
    }),
};
