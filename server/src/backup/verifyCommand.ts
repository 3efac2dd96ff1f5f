import type { Command } from '../command.ts';
import { describeRows } from './describeRows.ts';
import { oneFile } from './oneFile.ts';
import { readBackup } from './readBackup.ts';

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
