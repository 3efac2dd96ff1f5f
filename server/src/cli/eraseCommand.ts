import { countPerson, erasePerson } from '../archive/erasePerson.ts';
import { findPerson } from '../archive/findPerson.ts';
import { scrubSqlite } from '../archive/scrubSqlite.ts';
import { describeRows } from '../backup/describeRows.ts';
import { sqliteFile } from '../platform/db/sqliteDialect.ts';
import type { Command } from './command.ts';
import { onePerson } from './onePerson.ts';

/** Whoever asks to be forgotten is, beside a running server: their access ends with the next look at their session. */
export const eraseCommand: Command = {
  name: 'erase',
  usage: 'WHO [--dry-run]',
  summary: 'Erases one person (account id, e-mail or phone) and all they wrote. --dry-run only counts.',
  options: { 'dry-run': { type: 'boolean' } },
  run: ({ positionals, values }, { say, withServices }) =>
    withServices(async (services) => {
      const { config, db } = services;
      const person = await findPerson(db, onePerson(positionals));
      if (values['dry-run']) {
        say(`Would erase ${describeRows(await countPerson(services, person))}. Nothing is changed.`);
        return;
      }
      say(`Erased ${describeRows(await erasePerson(services, person))}.`);
      if (!config.databaseUrl && !(await scrubSqlite(sqliteFile(config.dataDir)))) {
        say('warning: the files of the database still hold what was erased, for somebody is reading an older state,');
        say('such as a back-up under way. It goes with the next erasure.');
      }
      say('Back-ups and archives of before still hold this person: erase again after a restore.');
    }),
};
