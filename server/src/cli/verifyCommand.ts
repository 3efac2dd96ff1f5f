import { describeRows } from '../backup/describeRows.ts';
import { readBackup } from '../backup/readBackup.ts';
import type { Command } from './command.ts';
import { oneFile } from './oneFile.ts';

/** For the cron job: a back-up that nobody can read is none. */
export const verifyCommand: Command = {
  name: 'verify',
  usage: 'FILE',
  summary: 'Reads a back-up from end to end and says what it holds; changes nothing.',
  async run({ positionals }, { env, say }) {
    const file = oneFile(positionals, env);
    const { header, rows } = await readBackup(file);
    say(`${file} is whole: ${header.event ?? 'no event'}, ${header.engine}, taken ${header.takenAt}.`);
    say(`It holds ${describeRows(rows)}.`);
  },
};
