import { describeRows } from '../backup/describeRows.ts';
import { writeBackup } from '../backup/writeBackup.ts';
import { openSnapshot } from '../platform/openSnapshot.ts';
import { readConfig } from '../platform/readConfig.ts';
import { isoTime } from '../platform/time.ts';
import type { Command } from './command.ts';
import { oneFile } from './positionals.ts';
import { writeNewFile } from './writeNewFile.ts';

/** Writes one consistent snapshot of the database to a file that restores into either engine. */
export const backupCommand: Command = {
  name: 'backup',
  usage: 'OUT [--force]',
  summary: 'Writes a backup of the whole database to OUT; the server may keep running. --force replaces OUT.',
  options: { force: { type: 'boolean' } },
  async run({ positionals, values }, { env, now, print }) {
    const file = oneFile(positionals, env);
    const config = readConfig(env);
    const takenAt = now();
    const snapshot = await openSnapshot({ url: config.databaseUrl, folder: config.dataDir });
    try {
      const rows = await writeNewFile(file, { force: values.force === true }, (stream) =>
        writeBackup(snapshot, stream, takenAt),
      );
      print(`${file} holds ${describeRows(rows)}, as of ${isoTime(takenAt)}.`);
      print('TOKEN_SECRET is not part of the backup. Store it separately: without it, everyone has to sign in again.');
    } finally {
      await snapshot.close();
    }
  },
};
