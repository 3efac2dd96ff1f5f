import { writeArchive } from '../archive/writeArchive.ts';
import { describeRows } from '../backup/describeRows.ts';
import { openSnapshot } from '../platform/openSnapshot.ts';
import { isoTime } from '../platform/time.ts';
import { type Command, CommandError } from './command.ts';
import { oneFile } from './positionals.ts';
import { writeNewFile } from './writeNewFile.ts';

/** Writes the archive that the organizer keeps after the event. */
export const exportArchiveCommand: Command = {
  name: 'export archive',
  usage: 'OUT.zip [--force]',
  summary: 'Writes accounts, answers, votes, comments, feedback and consents as CSV and JSON, with a code book.',
  options: { force: { type: 'boolean' } },
  run: ({ positionals, values }, { env, now, print, withServices }) =>
    withServices(async ({ config }) => {
      const file = oneFile(positionals, env);
      const takenAt = now();
      const snapshot = await openSnapshot({ url: config.databaseUrl, folder: config.dataDir });
      try {
        const event = await snapshot.db.selectFrom('events').selectAll().executeTakeFirst();
        if (!event)
          throw new CommandError(
            'There is nothing to export: no event is loaded yet. Load one with the command "load".',
          );
        const rows = await writeNewFile(file, { force: values.force === true }, (stream) =>
          writeArchive({ snapshot, event }, stream, takenAt),
        );
        print(`${file} holds ${describeRows(rows)}, as of ${isoTime(takenAt)}.`);
      } finally {
        await snapshot.close();
      }
    }),
};
