import { countPerson, erasePerson } from '../archive/erasePerson.ts';
import { findPerson } from '../archive/findPerson.ts';
import { scrubSqlite } from '../archive/scrubSqlite.ts';
import { describeRows } from '../backup/describeRows.ts';
import { sqliteFile } from '../platform/db/sqliteDialect.ts';
import type { Command } from './command.ts';
import { onePerson } from './positionals.ts';

/** Erases a person's data while the server may run. Their access ends at the next check of their session. */
export const eraseCommand: Command = {
  name: 'erase',
  usage: 'WHO [--dry-run]',
  summary: 'Erases one person (account id, e-mail or phone) and everything they wrote. --dry-run only counts.',
  options: { 'dry-run': { type: 'boolean' } },
  run: ({ positionals, values }, { print, withServices }) =>
    withServices(async (services) => {
      const { config, db } = services;
      const person = await findPerson(db, onePerson(positionals));
      if (values['dry-run']) {
        print(`Would erase ${describeRows(await countPerson(services, person))}. Nothing was changed.`);
        return;
      }
      print(`Erased ${describeRows(await erasePerson(services, person))}.`);
      if (!config.databaseUrl && !(await scrubSqlite(sqliteFile(config.dataDir)))) {
        print(
          'warning: the database files still contain the erased data, because another process is reading an earlier',
        );
        print('state, for example for a backup. The next erasure removes them.');
      }
      print('Earlier backups and archives still contain this person. After restoring one, erase the person again.');
    }),
};
