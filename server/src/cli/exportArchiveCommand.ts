import { writeArchive } from '../archive/writeArchive.ts';
import { describeRows } from '../backup/describeRows.ts';
import { openSnapshot } from '../platform/db/openSnapshot.ts';
import { type Command, CommandError } from './command.ts';
import { oneFile } from './oneFile.ts';
import { writeNewFile } from './writeNewFile.ts';

/** What the firm takes home from the event. */
export const exportArchiveCommand: Command = {
  name: 'export archive',
  usage: 'OUT.zip [--force]',
  summary: 'Writes accounts, answers, votes, comments, feedback and consents as CSV and JSON, with a code book.',
  options: { force: { type: 'boolean' } },
  run: ({ positionals, values }, { env, now, say, withServices }) =>
    withServices(async ({ config }) => {
      const file = oneFile(positionals, env);
      const takenAt = now();
      const snapshot = await openSnapshot({ url: config.databaseUrl, folder: config.dataDir });
      try {
        const event = await snapshot.db.selectFrom('events').selectAll().executeTakeFirst();
        if (!event) throw new CommandError('No event is loaded yet: there is nothing to export.');
        const rows = await writeNewFile(file, { force: values.force === true }, (stream) =>
          writeArchive({ snapshot, event }, stream, takenAt),
        );
        say(`${file} holds ${describeRows(rows)}, as of ${new Date(takenAt).toISOString()}.`);
      } finally {
        await snapshot.close();
      }
    }),
};
