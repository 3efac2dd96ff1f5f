import { pipeline } from 'node:stream/promises';
import { countPerson, erasePerson, namePersonsTickets } from '../archive/erasePerson.ts';
import { exportPerson } from '../archive/exportPerson.ts';
import { scrubSqlite } from '../archive/scrubSqlite.ts';
import { writeArchive } from '../archive/writeArchive.ts';
import { describeRows } from '../backup/describeRows.ts';
import { findPerson } from '../identity/accounts/findPerson.ts';
import { sqliteFile } from '../platform/db/sqliteDialect.ts';
import { isoTime } from '../platform/time.ts';
import { type Command, CommandError, oneFile, onePerson } from './command.ts';
import { writeFromSnapshot } from './writeNewFile.ts';

/** Writes the archive that the organizer keeps after the event. */
export const exportArchiveCommand: Command = {
  name: 'export archive',
  operands: 'OUT.zip',
  summary: 'Writes accounts, answers, votes, comments, feedback and consents as CSV and JSON, with a code book.',
  options: { force: { type: 'boolean', about: 'replaces OUT.zip' } },
  run: ({ positionals, values }, { env, now, print, withServices }) =>
    withServices(async ({ config }) => {
      const file = oneFile(positionals, env);
      const takenAt = now();
      const rows = await writeFromSnapshot(config, file, values.force === true, async (snapshot, stream) => {
        const event = await snapshot.db.selectFrom('events').selectAll().executeTakeFirst();
        if (event) return writeArchive({ snapshot, event }, stream, takenAt);
        throw new CommandError('There is nothing to export: no event is loaded yet. Load one with the command "load".');
      });
      print(`${file} holds ${describeRows(rows)}, as of ${isoTime(takenAt)}.`);
    }),
};

/** Answers a person's request for the data that are stored about them. */
export const exportPersonCommand: Command = {
  name: 'export person',
  operands: 'WHO OUT.json',
  summary: 'Writes everything stored about one person (account id, e-mail or phone) as JSON.',
  options: { force: { type: 'boolean', about: 'replaces OUT.json' } },
  run: ({ positionals, values }, { env, now, print, withServices }) =>
    withServices(async ({ config }) => {
      const who = onePerson(positionals.slice(0, 1));
      const file = oneFile(positionals.slice(1), env);
      const takenAt = isoTime(now());
      await writeFromSnapshot(config, file, values.force === true, async ({ db }, stream) => {
        await pipeline([await exportPerson(db, await findPerson(db, who), takenAt)], stream);
      });
      print(`${file} holds everything that is stored about this person, as of ${takenAt}.`);
    }),
};

/** Erases a person's data while the server may run. Their access ends at the next check of their session. */
export const eraseCommand: Command = {
  name: 'erase',
  operands: 'WHO',
  summary: 'Erases one person (account id, e-mail or phone) and everything they wrote.',
  options: {
    'dry-run': { type: 'boolean', about: 'counts what would be erased, names the tickets, and changes nothing' },
  },
  run: ({ positionals, values }, { print, withServices }) =>
    withServices(async (services) => {
      const { config, db } = services;
      const person = await findPerson(db, onePerson(positionals));
      if (values['dry-run']) {
        print(`Would erase ${describeRows(await countPerson(services, person))}. Nothing was changed.`);
        const tickets = await namePersonsTickets(db, person);
        if (tickets.length > 0) print('Tickets that would be erased, and never be imported again:');
        for (const ticket of tickets) print(`  ${ticket}`);
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

export const dataCommands: Command[] = [exportArchiveCommand, exportPersonCommand, eraseCommand];
