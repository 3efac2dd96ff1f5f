import { describeRows } from '../backup/describeRows.ts';
import { readBackup } from '../backup/readBackup.ts';
import type { Command } from './command.ts';
import { oneFile } from './positionals.ts';

/** Checks a backup after it is written, for example in a cron job. */
export const verifyCommand: Command = {
  name: 'verify',
  usage: 'FILE',
  summary: 'Reads a backup from beginning to end and prints what it holds; changes nothing.',
  async run({ positionals }, { env, print }) {
    const file = oneFile(positionals, env);
    const { header, rows } = await readBackup(file);
    print(`${file} is complete: ${header.event ?? 'no event'}, ${header.engine}, taken ${header.takenAt}.`);
    print(`It holds ${describeRows(rows)}.`);
  },
};
