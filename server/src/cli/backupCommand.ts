import { describeRows } from '../backup/describeRows.ts';
import { writeBackup } from '../backup/writeBackup.ts';
import { readConfig } from '../platform/config.ts';
import { openSnapshot } from '../platform/db/openSnapshot.ts';
import type { Command } from './command.ts';
import { oneFile } from './oneFile.ts';
import { writeNewFile } from './writeNewFile.ts';

/** Everything the database holds at one moment, in a file that either engine can be restored from. */
export const backupCommand: Command = {
  name: 'backup',
  usage: 'OUT [--force]',
  summary: 'Writes a back-up of the whole database to OUT, beside a running server. --force replaces OUT.',
  options: { force: { type: 'boolean' } },
  async run({ positionals, values }, { env, now, say }) {
    const file = oneFile(positionals, env);
    const config = readConfig(env);
    const takenAt = now();
    const snapshot = await openSnapshot({ url: config.databaseUrl, folder: config.dataDir });
    try {
      const rows = await writeNewFile(file, { force: values.force === true }, (stream) =>
        writeBackup(snapshot, stream, takenAt),
      );
      say(`${file} holds ${describeRows(rows)}, as of ${new Date(takenAt).toISOString()}.`);
      say('TOKEN_SECRET is not in it: keep it elsewhere, for without it everyone has to sign in again.');
    } finally {
      await snapshot.close();
    }
  },
};
