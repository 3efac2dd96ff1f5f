import { pipeline } from 'node:stream/promises';
import { findPerson } from '../archive/findPerson.ts';
import { readPerson } from '../archive/readPerson.ts';
import { openSnapshot } from '../platform/openSnapshot.ts';
import { isoTime } from '../platform/time.ts';
import type { Command } from './command.ts';
import { oneFile, onePerson } from './positionals.ts';
import { writeNewFile } from './writeNewFile.ts';

/** Answers a person's request for the data that are stored about them. */
export const exportPersonCommand: Command = {
  name: 'export person',
  usage: 'WHO OUT.json [--force]',
  summary: 'Writes everything stored about one person (account id, e-mail or phone) as JSON.',
  options: { force: { type: 'boolean' } },
  run: ({ positionals, values }, { env, now, print, withServices }) =>
    withServices(async ({ config }) => {
      const who = onePerson(positionals.slice(0, 1));
      const file = oneFile(positionals.slice(1), env);
      const takenAt = isoTime(now());
      const snapshot = await openSnapshot({ url: config.databaseUrl, folder: config.dataDir });
      try {
        const person = await findPerson(snapshot.db, who);
        const event = await snapshot.db.selectFrom('events').select('name').executeTakeFirst();
        const held = { takenAt, event: event?.name ?? null, ...(await readPerson(snapshot.db, person)) };
        await writeNewFile(file, { force: values.force === true }, (stream) =>
          pipeline([`${JSON.stringify(held, null, 2)}\n`], stream),
        );
        print(`${file} holds everything that is stored about this person, as of ${takenAt}.`);
      } finally {
        await snapshot.close();
      }
    }),
};
